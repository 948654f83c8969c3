package bot;

import java.util.Map;

/** Starts the bot of {@link Decisions}; with the argument {@code random} one that plays by chance. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Map<String, Player> bots = Map.of("", new Decisions(), "random", new RandomBot());
        String name = arguments.length > 0 ? arguments[0] : "";
        if (name.equals("warm-up")) {
            // Loads what a bot needs, by dialling where nobody listens: bot.toml has it kept for a quicker start.
            Connection.play(new Decisions(), name, Map.of("TRACTOR_ADDRESS", "unix:target/nobody", "TRACTOR_TOKEN", "none"));
            Runtime.getRuntime().halt(0);
        }
        Player bot = bots.get(name);
        if (bot == null) {
            System.err.printf(
                    "'%s' is no bot of this program; without an argument it is yours, with random another%n", name);
            System.exit(1);
        }
        System.exit(Connection.play(bot, name.isEmpty() ? "my bot" : name, System.getenv()));
    }
}
