package bot;

import tractor.v1.Bot.Decision;
import tractor.v1.Bot.MatchStarting;
import tractor.v1.Bot.Question;

/** What plays: a function from questions to decisions. */
interface Player {
    /** The answer to a question; its {@code question_id} need not be set. */
    Decision decide(Question question);

    /** Told of every match before its first question: the rules, the seat, the clock. */
    default void prepare(MatchStarting match) {}

    /** How many legal decisions to list with every question at most, 0 to 1000. */
    default int legalDecisions() {
        return 0;
    }
}
