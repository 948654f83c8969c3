"""The rule sheet of a cup as a page, in English: what `referee rules` prints, made to be read in a browser."""

from __future__ import annotations

from arena.leaderboard import Leaderboard
from arena.site import paths
from arena.site.environment import environment
from arena.site.place import Place
from arena.words.languages import Language
from referee.rule_sheets.page import Rule
from referee.rule_sheets.sheet import sheet_heading, sheet_sections
from referee.rules.options import Options


def rules_page(board: Leaderboard, options: Options | None) -> str:
    """The page, one for all languages, at `paths.RULES`.

    Args:
        options: of the cup's game; None if this version cannot read them, which the page then says.
    """
    return (
        environment(Language.ENGLISH)
        .get_template("rules.html")
        .render(
            place=Place(Language.ENGLISH, paths.RULES),
            cup=board.cup,
            board=board,
            heading=() if options is None else sheet_heading(options),
            sections=() if options is None else sheet_sections(options),
            is_rule=lambda item: isinstance(item, Rule),
        )
    )
