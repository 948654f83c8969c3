package bot;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import tractor.v1.Bot.Decision;
import tractor.v1.Bot.LegalDecisions;
import tractor.v1.Bot.Phase;
import tractor.v1.Bot.Question;

/** Takes one of the legal decisions by chance. */
final class RandomBot implements Player {
    private static final Set<Phase> KNOWN =
            EnumSet.of(Phase.PHASE_BID, Phase.PHASE_HOLD, Phase.PHASE_BURY, Phase.PHASE_CALL, Phase.PHASE_PLAY);

    private final Random random = new Random();

    @Override
    public int legalDecisions() {
        return 100;
    }

    @Override
    public Decision decide(Question question) {
        LegalDecisions legal = question.getLegalDecisions();
        if (legal.getSizesCount() == 0 || !KNOWN.contains(question.getPhase())) {
            return question.getDefaultDecision();
        }
        // All decisions lie one after another; this one begins where those before it end.
        int chosen = random.nextInt(legal.getSizesCount());
        int begin = legal.getSizesList().subList(0, chosen).stream().mapToInt(Integer::intValue).sum();
        int end = begin + legal.getSizes(chosen);
        Decision.Builder decision = Decision.newBuilder();
        if (question.getPhase() == Phase.PHASE_CALL) {
            decision.addAllFriendCalls(legal.getFriendCallsList().subList(begin, end));
        } else {
            decision.addAllCardsValue(legal.getCardsValueList().subList(begin, end));
        }
        return decision.build();
    }
}
