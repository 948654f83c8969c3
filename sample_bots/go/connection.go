package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	pb "bot/gen/tractorv1"
)

// Bot is what the connection has to know of a bot.
type Bot struct {
	Name           string                          // for logs
	Version        string                          // for logs
	LegalDecisions uint32                          // with every question, list at most so many legal decisions
	History        bool                            // with every question, send all finished tricks of the deal
	Prepare        func(*pb.MatchStarting)         // told of every match before its first question; may be nil
	Decide         func(*pb.Question) *pb.Decision // answers a question; its QuestionId need not be set, nil is the default
}

const (
	// A bot elsewhere dials again for so long when its stream breaks, or longer if the referee waits longer.
	redialFor  = 30 * time.Second
	firstPause = 200 * time.Millisecond
	lastPause  = 2 * time.Second
	// In gRPC's words, where another try would find the same certificate.
	notTrusted = "handshake failed: tls:"
)

// play dials the referee and plays every match until it says goodbye.
//
// Where and as whom is in the environment: TRACTOR_ADDRESS, TRACTOR_TOKEN, and for a bot elsewhere TRACTOR_AUTHORITY,
// the file of the certificate that vouches for the referee. The error says why it ended before the goodbye.
func play(bot Bot) error {
	address, token := os.Getenv("TRACTOR_ADDRESS"), os.Getenv("TRACTOR_TOKEN")
	switch {
	case address == "" && token == "":
		return errors.New("TRACTOR_ADDRESS and TRACTOR_TOKEN are not set; the arena sets them when it starts a bot")
	case address == "":
		return errors.New("TRACTOR_ADDRESS is not set; the arena sets it when it starts a bot")
	case token == "":
		return errors.New("TRACTOR_TOKEN is not set; the arena sets it when it starts a bot")
	}
	exitWhenTerminated()
	security, isElsewhere, err := securityFor(os.Getenv("TRACTOR_AUTHORITY"))
	if err != nil {
		return err
	}
	dialled, err := grpc.NewClient(address, grpc.WithTransportCredentials(security))
	if err != nil {
		return fmt.Errorf("TRACTOR_ADDRESS %q cannot be dialled: %w", address, err)
	}
	defer dialled.Close()

	chair := chair{bot: bot, token: token, client: pb.NewBotServiceClient(dialled), patience: redialFor}
	pause, isRedial, wasEverHeard := firstPause, false, false
	for brokenSince := time.Now(); ; isRedial = true {
		wasHeard, err := chair.sit()
		if err == nil {
			return nil
		}
		if wasHeard {
			pause, isRedial, brokenSince, wasEverHeard = firstPause, false, time.Now(), true
		}
		said := status.Convert(err)
		if isElsewhere && strings.Contains(said.Message(), notTrusted) {
			return fmt.Errorf("%s is not trusted: it shows no certificate for this host by the authority in "+
				"TRACTOR_AUTHORITY (%s)", address, said.Message())
		}
		if !isElsewhere || !isBroken(said.Code(), isRedial) || time.Since(brokenSince) > chair.patience {
			if errors.Is(err, errNoGoodbye) {
				return err
			}
			return fmt.Errorf("the stream to %s ended: %s", address, said.Message())
		}
		if !isRedial {
			trouble := fmt.Sprintf("nobody listens at %s yet", address)
			if wasEverHeard {
				trouble = fmt.Sprintf("the stream to %s broke", address)
			}
			fmt.Fprintf(os.Stderr, "%s: %s: %s; dialling again\n", bot.Name, trouble, said.Message())
		}
		time.Sleep(pause)
		pause = min(2*pause, lastPause)
		dialled.ResetConnectBackoff()
	}
}

var errNoGoodbye = errors.New("the referee ended the stream without a goodbye")

// exitWhenTerminated ends the bot well when the arena asks it to end.
func exitWhenTerminated() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM)
	go func() {
		<-asked
		os.Exit(0)
	}()
}

// securityFor is TLS by an authority's certificate; without one, plain text to a referee on this machine.
func securityFor(authority string) (security credentials.TransportCredentials, isElsewhere bool, err error) {
	if authority == "" {
		return insecure.NewCredentials(), false, nil
	}
	pem, err := os.ReadFile(authority)
	if err != nil {
		return nil, false, fmt.Errorf("TRACTOR_AUTHORITY cannot be read: %w", err)
	}
	trusted := x509.NewCertPool()
	if !trusted.AppendCertsFromPEM(pem) {
		return nil, false, fmt.Errorf("TRACTOR_AUTHORITY: %s holds no certificate in PEM", authority)
	}
	return credentials.NewTLS(&tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}), true, nil
}

// isBroken tells a stream that broke on its way from one that the referee ended, which it says why.
func isBroken(code codes.Code, isRedial bool) bool {
	switch code {
	case codes.Unavailable, codes.Internal, codes.Canceled:
		return true
	case codes.AlreadyExists:
		// The referee may not have noticed yet that the stream before is gone.
		return isRedial
	default:
		return false
	}
}

// chair is one place at the referee's tables.
type chair struct {
	bot      Bot
	token    string
	client   pb.BotServiceClient
	patience time.Duration // with a stream that broke
}

// sit plays on one stream until the goodbye; it says whether anything was heard on it.
func (c *chair) sit() (wasHeard bool, err error) {
	leave, cancel := context.WithCancel(context.Background())
	defer cancel()
	stream, err := c.client.Play(leave)
	if err != nil {
		return false, err
	}
	hello := &pb.Hello{
		Protocol:            "tractor.v1",
		Token:               c.token,
		Name:                c.bot.Name,
		Version:             c.bot.Version,
		WantsLegalDecisions: c.bot.LegalDecisions,
		WantsHistory:        c.bot.History,
	}
	answer := &pb.PlayRequest{Message: &pb.PlayRequest_Hello{Hello: hello}}
	for {
		if answer != nil {
			// If the stream has ended, the next message to come says why.
			if err := stream.Send(answer); err != nil && !errors.Is(err, io.EOF) {
				return wasHeard, err
			}
		}
		message, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return wasHeard, errNoGoodbye
		}
		if err != nil {
			return wasHeard, err
		}
		wasHeard = true
		if message.GetGoodbye() != nil {
			return wasHeard, nil
		}
		answer = c.answer(message)
	}
}

// answer is what the referee is owed for a message; nil for nothing, as for a message that is not known.
func (c *chair) answer(message *pb.PlayResponse) *pb.PlayRequest {
	switch said := message.Message.(type) {
	case *pb.PlayResponse_Question:
		return &pb.PlayRequest{Message: &pb.PlayRequest_Decision{Decision: c.decision(said.Question)}}
	case *pb.PlayResponse_MatchStarting:
		c.patience = max(redialFor, time.Duration(said.MatchStarting.ResumeWithinS*float64(time.Second)))
		if c.bot.Prepare != nil {
			c.bot.Prepare(said.MatchStarting)
		}
		return &pb.PlayRequest{Message: &pb.PlayRequest_Ready{Ready: &pb.Ready{}}}
	case *pb.PlayResponse_Refusal:
		fmt.Fprintf(os.Stderr, "%s: %s\n", c.bot.Name, told(said.Refusal))
	}
	return nil
}

// decision is what the bot decides, or else the default, as the answer to this question.
func (c *chair) decision(question *pb.Question) *pb.Decision {
	decided := c.bot.Decide(question)
	if decided == nil {
		decided = question.DefaultDecision
	}
	return &pb.Decision{
		QuestionId:  question.QuestionId,
		Cards:       decided.GetCards(),
		FriendCalls: decided.GetFriendCalls(),
		Note:        decided.GetNote(),
	}
}

// told is a refusal as a line of the log.
func told(refusal *pb.Refusal) string {
	why := "refused by " + refusal.Rule
	if refusal.Reason == pb.RefusalReason_REFUSAL_REASON_LATE {
		why = "late"
	}
	instead := "a pass"
	if len(refusal.DoneInstead) > 0 {
		instead = text(refusal.DoneInstead)
	} else if len(refusal.DoneInsteadFriendCalls) > 0 {
		called := make([]string, len(refusal.DoneInsteadFriendCalls))
		for at, call := range refusal.DoneInsteadFriendCalls {
			called[at] = calledText(call)
		}
		instead = "calls of " + strings.Join(called, ", ")
	}
	return fmt.Sprintf("question %d %s: %s; done instead: %s; strike %d of this deal",
		refusal.QuestionId, why, refusal.Sentence, instead, refusal.StrikeCount)
}

// calledText is a call as a log shows it: "AS number 1", or "the other AS".
func calledText(call *pb.FriendCall) string {
	card := text([]Card{call.Card})
	if call.Ordinal == 0 {
		return "the other " + card
	}
	return fmt.Sprintf("%s number %d", card, call.Ordinal)
}
