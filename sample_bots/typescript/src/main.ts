/** A bot for Tractor and Finding Friends; decisions.ts is the file to write in. */

import { type Bot, Ended, play } from "./connection.js";
import { myBot } from "./decisions.js";
import { randomBot } from "./random.js";

const examples: Record<string, Bot> = { random: randomBot };

const wanted = process.argv[2];
const bot = wanted === undefined ? myBot : examples[wanted];

if (bot === undefined) {
  console.error(`there is no bot ${JSON.stringify(wanted)} here; leave it away for your own, or say random`);
  process.exit(1);
}
try {
  await play(bot);
  process.exit(0);
} catch (error) {
  // Of a mistake in the bot's own code, say where it is.
  console.error(`${bot.name}:`, error instanceof Ended ? error.message : error);
  process.exit(1);
}
