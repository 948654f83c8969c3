package bot;

import java.util.List;
import tractor.v1.Bot.Card;
import tractor.v1.Bot.Decision;
import tractor.v1.Bot.Question;

/**
 * Your bot. Each method answers one kind of question; as they stand they agree with the referee's default decision.
 *
 * <p>{@code question.getView()} is all that your seat may know now: {@code getHandList()} your cards, {@code getTrump()},
 * {@code getTrick()} what lies on the table, {@code getBidsList()}, and so on (protos/tractor/v1/bot.proto explains each
 * field). An answer of cards is {@code cards(…)}, as in {@code cards(List.of(question.getView().getHand(0)))}.
 */
final class Decisions implements Player {
    @Override
    public Decision decide(Question question) {
        return switch (question.getPhase()) {
            case PHASE_BID, PHASE_HOLD -> bid(question);
            case PHASE_BURY -> bury(question);
            case PHASE_CALL -> call(question);
            case PHASE_PLAY -> question.getView().hasTrick() ? follow(question) : lead(question);
            // A kind that this bot has never heard of.
            default -> question.getDefaultDecision();
        };
    }

    /** The cards to show as a bid, also over one that was made; none to pass. */
    private Decision bid(Question question) {
        return question.getDefaultDecision();
    }

    /** As many cards as the default decision has, to be buried in the kitty. */
    private Decision bury(Question question) {
        return question.getDefaultDecision();
    }

    /** In Finding Friends, as many calls of friends as the default decision has. */
    private Decision call(Question question) {
        return question.getDefaultDecision();
    }

    /** An answer of cards, in any order. */
    private static Decision cards(List<Card> cards) {
        return Decision.newBuilder().addAllCards(cards).build();
    }

    /** Cards that begin a trick. */
    private Decision lead(Question question) {
        return question.getDefaultDecision();
    }

    /** Cards played to a trick that another began. */
    private Decision follow(Question question) {
        return question.getDefaultDecision();
    }
}
