"""The whole rule sheet of one game, generated from its options."""

from __future__ import annotations

import json

from referee.rule_sheets.bidding import bidding_section, kitty_section
from referee.rule_sheets.cards import order_section, table_section
from referee.rule_sheets.page import Section, page_text, paragraph
from referee.rule_sheets.play import failed_throw_section, follow_section, lead_section, trick_section
from referee.rule_sheets.scores import level_section, score_section
from referee.rules.options import FriendsOptions, Options, TractorOptions, differences, rules_id
from referee.rules.ruleset import ruleset


def rule_sheet(options: Options, *, title: str) -> str:
    """Everything that a player of this game must know, as text of `page.WIDTH` columns, in plain ASCII.

    What does not apply is not said, numbers are those of the game, and rules are cited by the numbers of
    docs/rules.md; those without one by their section, ``10``.
    """
    heading = [line for each in sheet_heading(options) for line in paragraph(each)]
    return page_text(title, heading, sheet_sections(options))


def sheet_heading(options: Options) -> tuple[str, str]:
    """What stands above the rules: which game it is, and what the numbers beside them are."""
    name = "Finding Friends" if isinstance(options, FriendsOptions) else "Tractor"
    return (
        f"{name}, rules id {rules_id(options)}. {_set_options(options)}",
        (
            "On the left are the numbers of the rules in docs/rules.md, or of its sections; a refused move is refused "
            "with the number of the rule that it broke."
        ),
    )


def sheet_sections(options: Options) -> tuple[Section, ...]:
    """The rules themselves."""
    rules = ruleset(options)
    return (
        table_section(rules),
        order_section(rules),
        bidding_section(rules),
        kitty_section(rules),
        lead_section(rules),
        follow_section(rules),
        trick_section(rules),
        failed_throw_section(rules),
        score_section(rules),
        level_section(rules),
    )


def changes(options: Options) -> tuple[str, ...]:
    """What the options change of their game's defaults, as ``name=value``; the players are always named."""
    if isinstance(options, FriendsOptions):
        default = FriendsOptions(players=options.players)
        changed = {"players": options.players, **differences(options, default)}
    else:
        changed = differences(options, TractorOptions())
    return tuple([f"{name}={_value_text(value)}" for name, value in changed.items()])


def _value_text(value: object) -> str:
    """An option's value as a cup file may write it, without blanks."""
    return json.dumps(value, separators=(",", ":"))


def _set_options(options: Options) -> str:
    changed = changes(options)
    if not changed:
        return "Every option has its default."
    return f"Options: {', '.join(changed)}; every other one has its default."
