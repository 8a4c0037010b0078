"""A contest as it is published: the season document, its matches and its replays."""

from arena.publishing.season import Season, replays_of, season_of, slug
from arena.publishing.tally import records_of

__all__ = ["Season", "records_of", "replays_of", "season_of", "slug"]
