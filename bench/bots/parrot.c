/* A bot that says what it was told to say: the answers are whole frames in answers.bin.
 *
 * With an argument it is both ends of the floor instead: it forks a bot like itself and sends it
 * the asks of asks.bin, again and again, so many in all. */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char answers[1 << 24], asks[1 << 24];
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

static void referee(long rounds, int to, int from) {
    static char said[65540 * 2];
    size_t have = 0, at = 0, end = load("asks.bin", asks, sizeof asks);
    while (rounds--) {
        size_t size = frame_at(asks + at);
        if (write(to, asks + at, size) < 0) exit(1);
        at = (at + size) % end;
        size = read_frame(from, said, &have);
        memmove(said, said + size, have -= size);
    }
}

int main(int count, char **words) {
    int down[2], up[2];
    if (count == 1) bot(0, 1);
    if (pipe(down) || pipe(up)) return 1;
    if (!fork()) {
        close(down[1]);
        bot(down[0], up[1]);
    }
    close(up[1]);
    referee(atol(words[1]), down[1], up[0]);
    close(down[1]);
    wait(NULL);
    return 0;
}
