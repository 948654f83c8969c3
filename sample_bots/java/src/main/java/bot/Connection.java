package bot;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.StreamObserver;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import tractor.v1.Bot.Decision;
import tractor.v1.Bot.FriendCall;
import tractor.v1.Bot.Hello;
import tractor.v1.Bot.MatchStarting;
import tractor.v1.Bot.PlayRequest;
import tractor.v1.Bot.PlayResponse;
import tractor.v1.Bot.Question;
import tractor.v1.Bot.Ready;
import tractor.v1.Bot.Refusal;
import tractor.v1.Bot.RefusalReason;
import tractor.v1.BotServiceGrpc;

/** A chair at the referee's table: dial in, get ready, and answer every question. */
final class Connection implements StreamObserver<PlayResponse> {
    /** A bot elsewhere dials again for so long when its stream breaks, or longer if the referee waits longer. */
    private static final double REDIAL_FOR_S = 30;

    private static final long PAUSE_MS = 500;
    private static final PrintStream LOG = new PrintStream(System.err, true, UTF_8);

    /** gRPC's own remarks are of no use in the log of a bot; held, because loggers are forgotten with their levels. */
    private static final Logger GRPC_LOG = Logger.getLogger("io.grpc");

    static {
        GRPC_LOG.setLevel(Level.SEVERE);
    }

    private static volatile int exitStatus = 0;

    private final Player player;
    private final String name;
    private final CompletableFuture<Status> end = new CompletableFuture<>();
    private StreamObserver<PlayRequest> out;
    private boolean wasHeard;
    private double resumeWithinS;

    private Connection(Player player, String name, double resumeWithinS) {
        this.player = player;
        this.name = name;
        this.resumeWithinS = resumeWithinS;
    }

    /**
     * Dials the referee and plays every match until it says goodbye.
     *
     * <p>Where and as whom is in the environment: {@code TRACTOR_ADDRESS}, {@code TRACTOR_TOKEN}, and for a bot
     * elsewhere {@code TRACTOR_AUTHORITY}, the file of the certificate that vouches for the referee.
     *
     * @param environment where these are looked up.
     * @return the exit status: 0 after the goodbye, else 1, and the reason is printed.
     */
    static int play(Player player, String name, Map<String, String> environment) {
        String address = environment.getOrDefault("TRACTOR_ADDRESS", "");
        String token = environment.getOrDefault("TRACTOR_TOKEN", "");
        String authority = environment.getOrDefault("TRACTOR_AUTHORITY", "");
        for (String variable : List.of("TRACTOR_ADDRESS", "TRACTOR_TOKEN")) {
            if (environment.getOrDefault(variable, "").isEmpty()) {
                LOG.println(name + ": " + variable + " is not set; the arena sets it when it starts a bot");
                return exitStatus = 1;
            }
        }
        // Asked to end (SIGTERM), Java would end with another status than 0, which looks like a failure.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(exitStatus)));
        ManagedChannel channel;
        try {
            channel = channel(address, authority);
        } catch (IOException | IllegalArgumentException problem) {
            LOG.println(name + ": TRACTOR_AUTHORITY cannot be used: " + problem.getMessage());
            return exitStatus = 1;
        }
        Hello hello =
                Hello.newBuilder()
                        .setProtocol("tractor.v1")
                        .setToken(token)
                        .setName(name)
                        .setVersion("1")
                        .setWantsLegalDecisions(player.legalDecisions())
                        .build();
        return exitStatus = sitAgainAndAgain(channel, hello, player, name, address, !authority.isEmpty());
    }

    private static int sitAgainAndAgain(
            ManagedChannel channel, Hello hello, Player player, String name, String address, boolean isElsewhere) {
        double resumeWithinS = 0;
        long brokenSinceMs = System.currentTimeMillis();
        boolean isRedial = false;
        boolean wasEverHeard = false;
        while (true) {
            Connection connection = new Connection(player, name, resumeWithinS);
            connection.out = BotServiceGrpc.newStub(channel).play(connection);
            connection.send(PlayRequest.newBuilder().setHello(hello).build());
            Status status = connection.end.join();
            if (status == null) {
                return 0;
            }
            resumeWithinS = connection.resumeWithinS;
            if (connection.wasHeard) {
                wasEverHeard = true;
                brokenSinceMs = System.currentTimeMillis();
                isRedial = false;
            }
            if (isElsewhere && isNotTrusted(status)) {
                LOG.println(
                        name + ": " + address + " is not trusted: it shows no certificate for this host by the authority"
                                + " in TRACTOR_AUTHORITY (" + reason(status) + ")");
                return 1;
            }
            double brokenForS = (System.currentTimeMillis() - brokenSinceMs) / 1000.0;
            if (!isElsewhere || !isBroken(status, isRedial) || brokenForS > Math.max(REDIAL_FOR_S, resumeWithinS)) {
                LOG.println(
                        status.isOk()
                                ? name + ": the referee ended the stream without a goodbye"
                                : name + ": the stream to " + address + " ended: " + reason(status));
                return 1;
            }
            if (!isRedial) {
                String trouble =
                        wasEverHeard ? "the stream to " + address + " broke" : "nobody listens at " + address + " yet";
                LOG.println(name + ": " + trouble + ": " + reason(status) + "; dialling again");
            }
            isRedial = true;
            pause();
            channel.resetConnectBackoff();
        }
    }

    /** A way to the referee: plain on this machine; with TLS where an authority's certificate is named. */
    private static ManagedChannel channel(String address, String authority) throws IOException {
        if (address.startsWith("unix:")) {
            // gRPC takes unix:path, unix:/path and unix:///path.
            String path = address.substring("unix:".length()).replaceFirst("^///", "/");
            return NettyChannelBuilder.forAddress(new DomainSocketAddress(path))
                    .channelType(EpollDomainSocketChannel.class)
                    .eventLoopGroup(new EpollEventLoopGroup(1))
                    .overrideAuthority("localhost")
                    .usePlaintext()
                    .directExecutor()
                    .build();
        }
        NettyChannelBuilder builder = NettyChannelBuilder.forTarget(address);
        if (authority.isEmpty()) {
            return builder.usePlaintext().build();
        }
        return builder.sslContext(GrpcSslContexts.forClient().trustManager(new File(authority)).build()).build();
    }

    /** Whether a stream broke on its way; if the referee ended it, it says why, and to dial again is no use. */
    private static boolean isBroken(Status status, boolean isRedial) {
        return switch (status.getCode()) {
            case UNAVAILABLE, INTERNAL, CANCELLED -> true;
            // The referee may not have noticed yet that the stream before is gone.
            case ALREADY_EXISTS -> isRedial;
            default -> false;
        };
    }

    /** Whether the other side could not show who it is; to dial again is no use. */
    private static boolean isNotTrusted(Status status) {
        for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException) {
                return true;
            }
        }
        return false;
    }

    /** Why a stream ended, in one line: that of the referee, or what its connection came to grief by. */
    private static String reason(Status status) {
        Throwable cause = status.getCause();
        boolean isOfConnection = cause != null && cause.getMessage() != null;
        String reason = isOfConnection ? cause.getMessage() : String.valueOf(status.getDescription());
        return reason.lines().findFirst().orElse(status.getCode().name());
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onNext(PlayResponse message) {
        wasHeard = true;
        switch (message.getMessageCase()) {
            case QUESTION -> send(PlayRequest.newBuilder().setDecision(decision(message.getQuestion())).build());
            case MATCH_STARTING -> {
                MatchStarting match = message.getMatchStarting();
                resumeWithinS = match.getResumeWithinS();
                player.prepare(match);
                send(PlayRequest.newBuilder().setReady(Ready.getDefaultInstance()).build());
            }
            case REFUSAL -> LOG.println(name + ": " + told(message.getRefusal()));
            case GOODBYE -> {
                end.complete(null);
                out.onCompleted();
            }
            // News of other kinds, and messages that this bot has never heard of.
            default -> {}
        }
    }

    @Override
    public void onError(Throwable problem) {
        end.complete(Status.fromThrowable(problem));
    }

    @Override
    public void onCompleted() {
        end.complete(Status.OK);
    }

    private void send(PlayRequest request) {
        out.onNext(request);
    }

    private Decision decision(Question question) {
        try {
            return player.decide(question).toBuilder().setQuestionId(question.getQuestionId()).build();
        } catch (RuntimeException mistake) {
            LOG.println(name + ": question " + question.getQuestionId() + ": " + mistake);
            for (StackTraceElement frame : mistake.getStackTrace()) {
                // What is below the bot's own frames is gRPC's.
                if (frame.getClassName().equals(Connection.class.getName())) {
                    break;
                }
                LOG.println("\tat " + frame);
            }
            Runtime.getRuntime().halt(1);
            throw mistake;
        }
    }

    /** A refusal as a line of the log. */
    private static String told(Refusal refusal) {
        String why =
                refusal.getReason() == RefusalReason.REFUSAL_REASON_LATE ? "late" : "refused by " + refusal.getRule();
        List<FriendCall> calls = refusal.getDoneInsteadFriendCallsList();
        String instead = "a pass";
        if (refusal.getDoneInsteadCount() > 0) {
            instead = Cards.text(refusal.getDoneInsteadValueList());
        } else if (!calls.isEmpty()) {
            instead = "calls of " + calls.stream().map(Connection::called).collect(Collectors.joining(", "));
        }
        return String.format(
                "question %d %s: %s; done instead: %s; strike %d of this deal",
                refusal.getQuestionId(), why, refusal.getSentence(), instead, refusal.getStrikeCount());
    }

    /** A call as a log shows it: {@code AS number 1}, or {@code the other AS}. */
    private static String called(FriendCall call) {
        String card = Cards.text(call.getCardValue());
        return call.getOrdinal() > 0 ? card + " number " + call.getOrdinal() : "the other " + card;
    }
}
