/** A chair at the referee's table: dial in, get ready, and answer every question with one function. */

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { type ChannelCredentials, credentials, status } from "@grpc/grpc-js";

import { text } from "./cards.js";
import {
  BotServiceClient,
  type Card,
  Decision,
  type FriendCall,
  Hello,
  type MatchStarting,
  PlayRequest,
  type PlayResponse,
  type Question,
  type Refusal,
  RefusalReason,
} from "./gen/tractor/v1/bot.js";

/** What is decided: cards that are shown, buried or played; or calls of friends. A note is kept in the record. */
export interface Answer {
  readonly cards?: Card[];
  readonly friendCalls?: FriendCall[];
  readonly note?: string;
}

/** What the connection has to know of a bot. */
export interface Bot {
  /** For logs. */
  readonly name: string;
  /** For logs. */
  readonly version: string;
  /** With every question, list at most so many legal decisions. */
  readonly legalDecisions?: number;
  /** With every question, send all finished tricks of the deal. */
  readonly history?: boolean;
  /** Told of every match before its first question. */
  readonly prepare?: (match: MatchStarting) => void | Promise<void>;
  /** Answers a question; undefined agrees with the default. */
  readonly decide: (question: Question) => Answer | undefined | Promise<Answer | undefined>;
}

/** Why the bot cannot play on, for people. */
export class Ended extends Error {}

/** A bot elsewhere dials again for so long when its stream breaks, or longer if the referee waits longer. */
const REDIAL_FOR_S = 30;
const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 2000;

/** In the words of Node's TLS, where another try would find the same certificate. */
const NOT_TRUSTED = /certificate|SSL routines/;

/**
 * Dial the referee and play every match until it says goodbye.
 *
 * Where and as whom is in the environment: TRACTOR_ADDRESS, TRACTOR_TOKEN, and for a bot elsewhere TRACTOR_AUTHORITY,
 * the file of the certificate that vouches for the referee.
 *
 * @throws Ended if there is no referee, or the stream ended before the goodbye.
 */
export async function play(bot: Bot): Promise<void> {
  const { TRACTOR_ADDRESS: address, TRACTOR_TOKEN: token, TRACTOR_AUTHORITY: authority } = process.env;
  if (!address || !token) {
    const missing = [!address && "TRACTOR_ADDRESS", !token && "TRACTOR_TOKEN"].filter(Boolean);
    const are = missing.length === 1 ? "is not set; the arena sets it" : "are not set; the arena sets them";
    throw new Ended(`${missing.join(" and ")} ${are} when it starts a bot`);
  }
  process.on("SIGTERM", () => process.exit(0));
  const security = securityOf(authority);
  const chair = new Chair(bot, token);
  let brokenSince = Date.now();
  let pause = FIRST_PAUSE_MS;
  let isRedial = false;
  let wasEverHeard = false;
  for (;;) {
    const client = new BotServiceClient(address, security);
    try {
      await chair.sit(client);
      return;
    } catch (error) {
      const failed = failureOf(error);
      if (failed === undefined) {
        throw error; // of the bot's own code, or already told
      }
      if (chair.takeHeard()) {
        [brokenSince, pause, isRedial] = [Date.now(), FIRST_PAUSE_MS, false];
        wasEverHeard = true;
      }
      if (authority && failed.code === status.UNAVAILABLE && NOT_TRUSTED.test(failed.details)) {
        throw new Ended(
          `${address} is not trusted: it shows no certificate for this host by the authority in TRACTOR_AUTHORITY ` +
            `(${failed.details})`,
        );
      }
      const isPatient = Date.now() - brokenSince <= 1000 * chair.patienceS;
      if (!authority || !isPatient || !isBroken(failed.code, isRedial)) {
        throw new Ended(`the stream to ${address} ended: ${failed.details}`);
      }
      if (!isRedial) {
        const trouble = wasEverHeard ? `the stream to ${address} broke` : `nobody listens at ${address} yet`;
        console.error(`${bot.name}: ${trouble}: ${failed.details}; dialling again`);
      }
    } finally {
      client.close();
    }
    await sleep(pause);
    pause = Math.min(2 * pause, LAST_PAUSE_MS);
    isRedial = true;
  }
}

/** TLS by an authority's certificate; without one, plain text to a referee on this machine. */
function securityOf(authority: string | undefined): ChannelCredentials {
  if (!authority) {
    return credentials.createInsecure();
  }
  try {
    return credentials.createSsl(readFileSync(authority));
  } catch (error) {
    throw new Ended(`TRACTOR_AUTHORITY cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The status with which gRPC ended a stream; undefined for any other error. */
function failureOf(error: unknown): { code: status; details: string } | undefined {
  if (error instanceof Error && "code" in error && typeof error.code === "number" && "details" in error) {
    return { code: error.code, details: String(error.details) };
  }
  return undefined;
}

/** Tells a stream that broke on its way from one that the referee ended, which it says why. */
function isBroken(code: status, isRedial: boolean): boolean {
  // The referee may not have noticed yet that the stream before is gone.
  const isStillThere = code === status.ALREADY_EXISTS && isRedial;
  return isStillThere || [status.UNAVAILABLE, status.INTERNAL, status.CANCELLED].includes(code);
}

/** One place at the referee's tables. */
class Chair {
  /** With a stream that broke. */
  patienceS = REDIAL_FOR_S;
  private heard = false;

  constructor(
    private readonly bot: Bot,
    private readonly token: string,
  ) {}

  /** Whether anything was heard since this was asked last. */
  takeHeard(): boolean {
    const heard = this.heard;
    this.heard = false;
    return heard;
  }

  /** Play on one stream until the goodbye. */
  async sit(client: BotServiceClient): Promise<void> {
    const stream = client.play();
    stream.on("error", () => {}); // it is thrown by the loop, and what comes after the loop is of no interest
    const hello = Hello.fromPartial({
      protocol: "tractor.v1",
      token: this.token,
      name: this.bot.name,
      version: this.bot.version,
      wantsLegalDecisions: this.bot.legalDecisions ?? 0,
      wantsHistory: this.bot.history ?? false,
    });
    stream.write(PlayRequest.fromPartial({ hello }));
    try {
      for await (const message of stream as AsyncIterable<PlayResponse>) {
        this.heard = true;
        if (message.goodbye !== undefined) {
          return;
        }
        const answer = await this.answer(message);
        if (answer !== undefined) {
          stream.write(answer);
        }
      }
    } finally {
      stream.end();
    }
    throw new Ended("the referee ended the stream without a goodbye");
  }

  /** What the referee is owed for a message; undefined for nothing, as for a message that is not known. */
  private async answer(message: PlayResponse): Promise<PlayRequest | undefined> {
    if (message.question !== undefined) {
      return PlayRequest.fromPartial({ decision: await this.decision(message.question) });
    }
    if (message.matchStarting !== undefined) {
      this.patienceS = Math.max(REDIAL_FOR_S, message.matchStarting.resumeWithinS);
      await this.bot.prepare?.(message.matchStarting);
      return PlayRequest.fromPartial({ ready: {} });
    }
    if (message.refusal !== undefined) {
      console.error(`${this.bot.name}: ${told(message.refusal)}`);
    }
    return undefined;
  }

  /** What the bot decides, or else the default, as the answer to this question. */
  private async decision(question: Question): Promise<Decision> {
    const { cards, friendCalls, note } = (await this.bot.decide(question)) ?? question.defaultDecision ?? {};
    return Decision.fromPartial({
      questionId: question.questionId,
      cards: cards ?? [],
      friendCalls: friendCalls ?? [],
      note: note ?? "",
    });
  }
}

/** A refusal as a line of the log. */
function told(refusal: Refusal): string {
  const why = refusal.reason === RefusalReason.LATE ? "late" : `refused by ${refusal.rule}`;
  const called = refusal.doneInsteadFriendCalls.map(calledText).join(", ");
  const instead = text(refusal.doneInstead) || (called && `calls of ${called}`) || "a pass";
  return (
    `question ${refusal.questionId} ${why}: ${refusal.sentence}; ` +
    `done instead: ${instead}; strike ${refusal.strikeCount} of this deal`
  );
}

/** A call as a log shows it: `AS number 1`, or `the other AS`. */
function calledText(call: FriendCall): string {
  return call.ordinal ? `${text([call.card])} number ${call.ordinal}` : `the other ${text([call.card])}`;
}
