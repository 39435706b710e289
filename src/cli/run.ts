import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { type Command, type Flags, type Terminal, UsageError } from './command.ts';
import { sandbox } from './sandbox.ts';

const commands: Readonly<Record<string, Command>> = { sandbox };

const help = `Usage: social-publishing <command> [options]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join('\n')}

Options:
  -h, --help    show this help, or a command's: social-publishing <command> --help
  --version     show the version`;

const general = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** Runs one command line; resolves to the exit code: 0 when all is well, 1 when it failed, 2 when it made no sense. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const [name, ...rest] = args;
    if (name === undefined) throw new UsageError('no command given');
    if (name.startsWith('-')) return runGeneral(args, terminal);
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`unknown command '${name}'`);
    const flags = parse(rest, { ...command.options, help: general.help });
    if (flags['help']) {
      terminal.out(command.help);
      return 0;
    }
    return await command.run(flags, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`social-publishing: ${error.message}`);
    terminal.err("Run 'social-publishing --help' to see what there is.");
    return 2;
  }
}

function runGeneral(args: readonly string[], terminal: Terminal): number {
  const flags = parse(args, general);
  terminal.out(flags['version'] ? packageJson.version : help);
  return 0;
}

function parse(args: readonly string[], options: Command['options']): Flags {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    // Its messages say which flag or word is wrong, and its hints about `--` end with the first sentence.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\. (?=To )/) : [];
    throw new UsageError(sentence);
  }
}
