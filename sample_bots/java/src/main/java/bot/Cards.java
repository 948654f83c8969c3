package bot;

import java.util.List;
import java.util.stream.Collectors;

/** Cards as numbers and as text: {@code TH} is the ten of hearts, {@code BJ} and {@code RJ} are the jokers. */
final class Cards {
    static final int BLACK_JOKER = 53;
    static final int RED_JOKER = 54;

    private static final String RANKS = "23456789TJQKA";
    private static final String SUITS = "CDHS";

    private Cards() {}

    /** A card as text. */
    static String text(int card) {
        return switch (card) {
            case BLACK_JOKER -> "BJ";
            case RED_JOKER -> "RJ";
            default -> "" + RANKS.charAt((card - 1) % 13) + SUITS.charAt((card - 1) / 13);
        };
    }

    /** Cards as text, with a blank between them. */
    static String text(List<Integer> cards) {
        return cards.stream().map(Cards::text).collect(Collectors.joining(" "));
    }

    /** 2 to 14 (ace); 0 for a joker. */
    static int rank(int card) {
        return card >= BLACK_JOKER ? 0 : (card - 1) % 13 + 2;
    }

    /** 1 clubs, 2 diamonds, 3 hearts, 4 spades, as the protocol numbers them; 0 for a joker. */
    static int suit(int card) {
        return card >= BLACK_JOKER ? 0 : (card - 1) / 13 + 1;
    }
}
