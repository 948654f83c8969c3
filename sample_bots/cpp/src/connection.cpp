#include "connection.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "cards.h"
#include "tractor/v1/bot.grpc.pb.h"

using tractor::v1::BotService;
using tractor::v1::FriendCall;
using tractor::v1::Hello;
using tractor::v1::PlayRequest;
using tractor::v1::PlayResponse;
using tractor::v1::Refusal;

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// A bot elsewhere dials again for so long when its stream breaks, or longer if the referee waits longer.
constexpr Seconds REDIAL_FOR{30};
// Between two attempts.
constexpr std::chrono::milliseconds REDIAL_AFTER{500};

// What ends a bot before the goodbye; its text says why.
class Failure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Tells a stream that broke on its way from one that the referee ended, which it says why.
bool is_broken(grpc::StatusCode code, bool is_redial) {
  switch (code) {
    case grpc::StatusCode::UNAVAILABLE:
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::CANCELLED:
      return true;
    case grpc::StatusCode::ALREADY_EXISTS:
      // The referee may not have noticed yet that the stream before is gone.
      return is_redial;
    default:
      return false;
  }
}

// Whether gRPC's words say that another try would find the same certificate.
bool is_not_trusted(const std::string& why) {
  for (const char* sign : {"SSL_ERROR_SSL", "not in peer certificate", "Hostname Verification"}) {
    if (why.find(sign) != std::string::npos) return true;
  }
  return false;
}

std::string set_in_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Refuses to play without an address or a token.
void require(const std::string& address, const std::string& token) {
  if (address.empty() && token.empty()) {
    throw Failure("TRACTOR_ADDRESS and TRACTOR_TOKEN are not set; the arena sets them when it starts a bot");
  }
  if (address.empty()) throw Failure("TRACTOR_ADDRESS is not set; the arena sets it when it starts a bot");
  if (token.empty()) throw Failure("TRACTOR_TOKEN is not set; the arena sets it when it starts a bot");
}

// Text of the file of an authority: a PEM.
std::string read_authority(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw Failure("TRACTOR_AUTHORITY: " + path + " cannot be read");
  return text.str();
}

// A call as a log shows it: `AS number 1`, or `the other AS`.
std::string called(const FriendCall& call) {
  const std::string card = text({call.card()});
  return call.ordinal() == 0 ? "the other " + card : card + " number " + std::to_string(call.ordinal());
}

// What was done instead of a decision that was refused.
std::string done_instead(const Refusal& refusal) {
  if (refusal.done_instead_size() > 0) return text(cards_of(refusal.done_instead()));
  std::string calls;
  for (const FriendCall& call : refusal.done_instead_friend_calls()) {
    calls += (calls.empty() ? "calls of " : ", ") + called(call);
  }
  return calls.empty() ? "a pass" : calls;
}

// A refusal as a line of the log.
std::string told(const Refusal& refusal) {
  std::ostringstream line;
  line << "question " << refusal.question_id() << " ";
  if (refusal.reason() == tractor::v1::REFUSAL_REASON_LATE) {
    line << "late";
  } else {
    line << "refused by " << refusal.rule();
  }
  line << ": " << refusal.sentence() << "; done instead: " << done_instead(refusal) << "; strike "
       << refusal.strike_count() << " of this deal";
  return line.str();
}

class Player {
 public:
  explicit Player(Bot& bot) : bot_(bot), hello_(bot.hello()), address_(set_in_environment("TRACTOR_ADDRESS")) {
    hello_.set_protocol("tractor.v1");
    hello_.set_token(set_in_environment("TRACTOR_TOKEN"));
    require(address_, hello_.token());
    const std::string authority = set_in_environment("TRACTOR_AUTHORITY");
    is_elsewhere_ = !authority.empty();
    auto credentials = grpc::InsecureChannelCredentials();
    if (is_elsewhere_) {
      grpc::SslCredentialsOptions options;
      options.pem_root_certs = read_authority(authority);
      credentials = grpc::SslCredentials(options);
    }
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, REDIAL_AFTER.count());
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, REDIAL_AFTER.count());
    stub_ = BotService::NewStub(grpc::CreateCustomChannel(address_, credentials, arguments));
  }

  // Until the goodbye, on one stream after another if they break.
  void play() {
    for (;;) {
      const grpc::Status status = play_stream();
      if (status.ok()) return;
      const bool is_redial = broken_since_.has_value();
      if (!is_redial) broken_since_ = Clock::now();
      const bool has_patience = Clock::now() - *broken_since_ < patience_;
      const std::string stream = "the stream to " + address_, why = status.error_message();
      if (is_elsewhere_ && is_not_trusted(why)) {
        throw Failure(address_ + " is not trusted: it shows no certificate for this host by the authority in " +
                      "TRACTOR_AUTHORITY (" + why + ")");
      }
      if (!is_elsewhere_ || !has_patience || !is_broken(status.error_code(), is_redial)) {
        throw Failure(stream + " ended: " + why);
      }
      if (!is_redial) {
        const std::string trouble = was_heard_ ? stream + " broke" : "nobody listens at " + address_ + " yet";
        std::cerr << hello_.name() << ": " << trouble << ": " << why << "; dialling again\n";
      }
      std::this_thread::sleep_for(REDIAL_AFTER);
    }
  }

 private:
  // One stream, from hello to goodbye; its status if it ends before.
  grpc::Status play_stream() {
    grpc::ClientContext context;
    const auto stream = stub_->Play(&context);
    PlayRequest request;
    *request.mutable_hello() = hello_;
    // Where the stream has ended nothing can be written, and the next message that is read says why.
    stream->Write(request);
    PlayResponse response;
    while (stream->Read(&response)) {
      was_heard_ = true;
      broken_since_.reset();
      if (response.has_goodbye()) {
        context.TryCancel();  // Whatever else is on its way.
        stream->Finish();
        return grpc::Status::OK;
      }
      if (answer(response, request)) stream->Write(request);
    }
    const grpc::Status status = stream->Finish();
    if (status.ok()) throw Failure("the referee ended the stream without a goodbye");
    return status;
  }

  // Puts into `request` what the referee is owed for a message; false if it is owed nothing.
  bool answer(const PlayResponse& response, PlayRequest& request) {
    switch (response.message_case()) {
      case PlayResponse::kMatchStarting:
        patience_ = std::max(REDIAL_FOR, Seconds(response.match_starting().resume_within_s()));
        bot_.prepare(response.match_starting());
        request.mutable_ready();
        return true;
      case PlayResponse::kQuestion:
        *request.mutable_decision() = bot_.decide(response.question());
        request.mutable_decision()->set_question_id(response.question().question_id());
        return true;
      case PlayResponse::kRefusal:
        std::cerr << hello_.name() << ": " << told(response.refusal()) << "\n";
        return false;
      default:
        return false;  // Events, ends of deals and matches, and what is added to the protocol one day.
    }
  }

  Bot& bot_;
  Hello hello_;
  std::string address_;
  // The bot dials in with TLS, and takes up a stream that broke.
  bool is_elsewhere_ = false;
  std::unique_ptr<BotService::Stub> stub_;
  // The other side has said something, on this stream or before.
  bool was_heard_ = false;
  // How long to dial again.
  Seconds patience_ = REDIAL_FOR;
  // Since when nothing was heard of the referee; none while a stream stands.
  std::optional<Clock::time_point> broken_since_;
};

}  // namespace

int play(Bot& bot) {
  std::signal(SIGTERM, [](int) { std::_Exit(EXIT_SUCCESS); });
  // What gRPC remarks on would stand between the bot's own lines; the reason for an end is told without.
  setenv("GRPC_VERBOSITY", "NONE", 0);
  try {
    Player(bot).play();
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << bot.hello().name() << ": " << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
