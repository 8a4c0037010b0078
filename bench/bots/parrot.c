/* A bot that says what it was told to say: the answers are whole frames in answers.bin.
 *
 * With arguments it is both ends of the floor instead: it forks a bot like itself for each folder
 * and sends them the asks of their asks.bin in turn, again and again, so many in all. */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char answers[1 << 24];
static char ready[] = "\0\0\0\x16\x82\xa4type\xa5ready\xa8protocol\x01";

static size_t load(const char *name, char *to, size_t most) {
    FILE *file = fopen(name, "rb");
    size_t size = file ? fread(to, 1, most, file) : 0;
    if (!size) exit(2);
    fclose(file);
    return size;
}

static size_t frame_at(const char *at) {
    uint32_t size;
    memcpy(&size, at, 4);
    return 4 + ntohl(size);
}

/* One read for each frame, as a rule: what has come is kept until it is whole. */
static size_t read_frame(int fd, char *to, size_t *have) {
    while (*have < 4 || *have < frame_at(to)) {
        ssize_t more = read(fd, to + *have, 65540 * 2 - *have);
        if (more <= 0) exit(0);
        *have += more;
    }
    return frame_at(to);
}

static int is_type(const char *frame, const char *type) {
    /* The type is the first key of every message of the referee. */
    return !memcmp(frame + 4 + 6, type, strlen(type));
}

static void bot(int in, int out) {
    static char told[65540 * 2];
    size_t have = 0, at = 0, end = load("answers.bin", answers, sizeof answers);
    for (;;) {
        size_t size = read_frame(in, told, &have);
        if (is_type(told, "\xa3" "ask")) {
            size_t said = frame_at(answers + at);
            if (write(out, answers + at, said) < 0) exit(1);
            at = (at + said) % end;
        } else if (is_type(told, "\xa5hello")) {
            if (write(out, ready, sizeof ready - 1) < 0) exit(1);
        } else if (is_type(told, "\xa3" "bye")) {
            exit(0);
        }
        memmove(told, told + size, have -= size);
    }
}

/* One bot of the floor: where its asks are, and the pipes to it and from it. */
struct talk { char *asks, *said; size_t at, end, have; int to, from; };

static void start(struct talk *talk, const char *folder) {
    int down[2], up[2];
    if (chdir(folder) || pipe(down) || pipe(up)) exit(1);
    if (!fork()) {
        close(down[1]);
        bot(down[0], up[1]);
    }
    close(down[0]);
    close(up[1]);
    talk->asks = malloc(1 << 24);
    talk->said = malloc(65540 * 2);
    talk->end = load("asks.bin", talk->asks, 1 << 24);
    talk->to = down[1];
    talk->from = up[0];
}

static void ask(struct talk *talk) {
    size_t size = frame_at(talk->asks + talk->at);
    if (write(talk->to, talk->asks + talk->at, size) < 0) exit(1);
    talk->at = (talk->at + size) % talk->end;
    size = read_frame(talk->from, talk->said, &talk->have);
    memmove(talk->said, talk->said + size, talk->have -= size);
}

int main(int count, char **words) {
    struct talk talks[2] = {0};
    if (count == 1) bot(0, 1);
    int bots = count - 2;
    if (bots > 2) return 1;
    for (int at = 0; at < bots; at++) start(&talks[at], words[2 + at]);
    for (long asked = 0; asked < atol(words[1]); asked++) ask(&talks[asked % bots]);
    for (int at = 0; at < bots; at++) close(talks[at].to);
    while (wait(NULL) > 0);
    return 0;
}
