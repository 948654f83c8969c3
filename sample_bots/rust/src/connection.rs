//! A chair at the referee's table: dial in, get ready, and answer every question with the bot's decision.

use std::error::Error;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Status};

use crate::cards::text;
use crate::proto::bot_service_client::BotServiceClient;
use crate::proto::play_request::Message as ToReferee;
use crate::proto::play_response::Message as FromReferee;
use crate::proto::{Decision, FriendCall, Hello, MatchStarting, PlayRequest, Question, Ready, Refusal, RefusalReason};

/// A bot elsewhere dials again for so long when its stream breaks, or longer if the referee waits longer.
const REDIAL_FOR: Duration = Duration::from_secs(30);
/// Between two attempts.
const REDIAL_AFTER: Duration = Duration::from_millis(500);

/// In the words of the library of TLS, where another try would find the same certificate.
const NOT_TRUSTED: [&str; 2] = ["invalid peer certificate", "corrupt message"];

/// What plays: a bot is moved to a thread of its own, so that long thoughts keep no message waiting.
pub trait Bot: Send + 'static {
    /// What the referee is asked for, and a name for logs; protocol and token are filled in.
    fn hello(&self) -> Hello;

    /// Told of every match before its first question: its rules, the seat, the clock.
    fn prepare(&mut self, _match_starting: &MatchStarting) {}

    /// Answers a question; `question_id` is filled in.
    fn decide(&mut self, question: &Question) -> Decision;
}

/// Dial the referee and play every match until it says goodbye, or the arena ends this process with SIGTERM.
///
/// The address and the token are taken from the environment, where the arena put them. Refusals are printed on
/// standard error, which the arena keeps in the log of this bot. So is the reason, if the end is a failure.
pub fn play(bot: impl Bot) -> ExitCode {
    let always = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGTERM, 0, always)
        .expect("SIGTERM can be caught");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(4)
        .build()
        .expect("there is a runtime");
    let hello = bot.hello();
    let name = hello.name.clone();
    let played = Chair::from_environment().and_then(|chair| {
        let bot = Arc::new(Mutex::new(bot));
        let player = Player { chair, hello, bot, patience: REDIAL_FOR, broken_since: None, was_heard: false };
        runtime.block_on(player.play())
    });
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{name}: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Where to dial, and as whom; from the environment.
struct Chair {
    address: String,
    token: String,
    /// PEM of the authority that the referee's certificate is signed by: the bot dials in from elsewhere, with TLS.
    authority: Option<Vec<u8>>,
}

impl Chair {
    fn from_environment() -> Result<Self, String> {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let (address, token) = match (set("TRACTOR_ADDRESS"), set("TRACTOR_TOKEN")) {
            (Some(address), Some(token)) => (address, token),
            (None, Some(_)) => return Err("TRACTOR_ADDRESS is not set; the arena sets it when it starts a bot".into()),
            (Some(_), None) => return Err("TRACTOR_TOKEN is not set; the arena sets it when it starts a bot".into()),
            (None, None) => {
                let missing = "TRACTOR_ADDRESS and TRACTOR_TOKEN are not set";
                return Err(format!("{missing}; the arena sets them when it starts a bot"));
            }
        };
        let read = |path| std::fs::read(&path).map_err(|error| format!("TRACTOR_AUTHORITY: {path}: {error}"));
        let authority = set("TRACTOR_AUTHORITY").map(read).transpose()?;
        Ok(Self { address, token, authority })
    }

    async fn dial(&self) -> Result<Channel, tonic::transport::Error> {
        if self.address.starts_with("unix:") {
            return Endpoint::from_shared(self.address.clone())?.connect().await;
        }
        match &self.authority {
            None => Endpoint::from_shared(format!("http://{}", self.address))?.connect().await,
            Some(pem) => {
                let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem));
                Endpoint::from_shared(format!("https://{}", self.address))?.tls_config(tls)?.connect().await
            }
        }
    }
}

/// How a stream ended that was not ended by a goodbye.
enum End {
    /// By a status, or none could be opened.
    Status { code: Code, why: String },
    /// Otherwise: there is no point in another one.
    Failure(String),
}

struct Player<B> {
    chair: Chair,
    hello: Hello,
    bot: Arc<Mutex<B>>,
    /// How long to dial again.
    patience: Duration,
    /// Since when nothing was heard of the referee; none while a stream stands.
    broken_since: Option<Instant>,
    /// The other side has said something, on this stream or before.
    was_heard: bool,
}

impl<B: Bot> Player<B> {
    /// Until the goodbye, on one stream after another if they break.
    async fn play(mut self) -> Result<(), String> {
        loop {
            let (code, why) = match self.play_stream().await {
                Ok(()) => return Ok(()),
                Err(End::Failure(reason)) => return Err(reason),
                Err(End::Status { code, why }) => (code, why),
            };
            let (address, name) = (&self.chair.address, &self.hello.name);
            if self.chair.authority.is_some() && NOT_TRUSTED.iter().any(|sign| why.contains(sign)) {
                let shown = "it shows no certificate for this host by the authority in TRACTOR_AUTHORITY";
                return Err(format!("{address} is not trusted: {shown} ({why})"));
            }
            let is_redial = self.broken_since.is_some();
            let has_patience = self.broken_since.get_or_insert_with(Instant::now).elapsed() < self.patience;
            if self.chair.authority.is_none() || !has_patience || !is_broken(code, is_redial) {
                return Err(format!("the stream to {address} ended: {why}"));
            }
            if !is_redial {
                let trouble = match self.was_heard {
                    true => format!("the stream to {address} broke"),
                    false => format!("nobody listens at {address} yet"),
                };
                eprintln!("{name}: {trouble}: {why}; dialling again");
            }
            tokio::time::sleep(REDIAL_AFTER).await;
        }
    }

    /// One stream, from hello to goodbye.
    async fn play_stream(&mut self) -> Result<(), End> {
        let channel = self.chair.dial().await?;
        let hello = Hello { protocol: "tractor.v1".into(), token: self.chair.token.clone(), ..self.hello.clone() };
        let (outbox, outgoing) = mpsc::unbounded_channel();
        // The stream takes what is sent for as long as it stands; once it has ended, the next message says why.
        let send = |message| drop(outbox.send(PlayRequest { message: Some(message) }));
        send(ToReferee::Hello(hello));
        let mut client = BotServiceClient::new(channel);
        let called = client.play(UnboundedReceiverStream::new(outgoing)).await;
        let mut incoming = called?.into_inner();
        while let Some(response) = incoming.message().await? {
            self.was_heard = true;
            self.broken_since = None;
            match response.message {
                Some(FromReferee::Goodbye(_)) => return Ok(()),
                Some(FromReferee::MatchStarting(starting)) => {
                    let waited_for = Duration::try_from_secs_f64(starting.resume_within_s).unwrap_or_default();
                    self.patience = REDIAL_FOR.max(waited_for);
                    self.ask(move |bot| bot.prepare(&starting)).await?;
                    send(ToReferee::Ready(Ready {}));
                }
                Some(FromReferee::Question(question)) => {
                    let question_id = question.question_id;
                    let decision = self.ask(move |bot| bot.decide(&question)).await?;
                    send(ToReferee::Decision(Decision { question_id, ..decision }));
                }
                Some(FromReferee::Refusal(refusal)) => eprintln!("{}: {}", self.hello.name, told(&refusal)),
                _ => {} // Events, ends of deals and matches, and what is added to the protocol one day.
            }
        }
        Err(End::Failure("the referee ended the stream without a goodbye".into()))
    }

    /// What the bot says, on a thread that may take its time.
    async fn ask<T: Send + 'static>(&self, asked: impl FnOnce(&mut B) -> T + Send + 'static) -> Result<T, End> {
        let bot = Arc::clone(&self.bot);
        let answered = spawn_blocking(move || asked(&mut bot.lock().expect("no answer before this one failed")));
        answered.await.map_err(|_| End::Failure("the bot failed, as said above".into()))
    }
}

/// Tells a stream that broke on its way from one that the referee ended, which it says why.
fn is_broken(code: Code, is_redial: bool) -> bool {
    match code {
        // Unknown is what tonic has for a connection that is gone.
        Code::Unavailable | Code::Internal | Code::Cancelled | Code::Unknown => true,
        // The referee may not have noticed yet that the stream before is gone.
        Code::AlreadyExists => is_redial,
        _ => false,
    }
}

impl From<Status> for End {
    fn from(status: Status) -> Self {
        let why = if status.message().is_empty() { status.code().to_string() } else { status.message().to_owned() };
        Self::Status { code: status.code(), why }
    }
}

/// Nobody could be dialled.
impl From<tonic::transport::Error> for End {
    fn from(error: tonic::transport::Error) -> Self {
        let causes = std::iter::successors(Some(&error as &dyn Error), |error| (*error).source());
        let mut causes: Vec<_> = causes.map(ToString::to_string).collect();
        causes.dedup(); // Some only wrap another.
        Self::Status { code: Code::Unavailable, why: causes.join(": ") }
    }
}

/// A refusal as a line of the log.
fn told(refusal: &Refusal) -> String {
    let why = match refusal.reason() {
        RefusalReason::Late => "late".to_owned(),
        _ => format!("refused by {}", refusal.rule),
    };
    let called: Vec<_> = refusal.done_instead_friend_calls.iter().map(called).collect();
    let instead = match (refusal.done_instead.as_slice(), called.as_slice()) {
        ([], []) => "a pass".to_owned(),
        ([], called) => format!("calls of {}", called.join(", ")),
        (cards, _) => text(cards),
    };
    format!(
        "question {} {why}: {}; done instead: {instead}; strike {} of this deal",
        refusal.question_id, refusal.sentence, refusal.strike_count
    )
}

/// A call as a log shows it: `AS number 1`, or `the other AS`.
fn called(call: &FriendCall) -> String {
    match call.ordinal {
        0 => format!("the other {}", text(&[call.card])),
        ordinal => format!("{} number {ordinal}", text(&[call.card])),
    }
}
