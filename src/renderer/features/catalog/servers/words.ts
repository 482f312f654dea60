/** Every text of adding a server and living with it, in one place so that it can be translated. */
import type { SandboxMode, ServerTrial } from '../../../../preload/contract.ts'
import { joinNames } from '../../../words.ts'
import type { FormKind } from './server-form.ts'

const inBraces = (names: readonly string[]) => joinNames(names.map((name) => `{${name}}`))

export const serverWords = {
  add: 'Add a server…',
  title: 'Add a server',
  titleOf: (name: string) => `Add “${name}”`,
  steps: { form: 'Fill in', look: 'Check', try: 'Try', change: 'Add' },
  stepNow: (name: string, number: number, all: number) => `Step ${number} of ${all}: ${name}`,
  next: 'Continue',
  back: 'Back',
  kind: 'How it runs',
  kinds: {
    command: 'Command',
    address: 'Web address',
    program: 'Program',
    api: 'Web API',
  } satisfies Record<FormKind, string>,
  kindText: {
    command: 'Countersign starts an MCP server on this computer.',
    address: 'An MCP server that runs already, here or somewhere else.',
    program: 'A program without MCP. You say which arguments agents may use.',
    api: 'A web service without MCP. You say which requests agents may make.',
  } satisfies Record<FormKind, string>,
  command: 'Command line',
  commandHint: 'You can paste a whole command, or the JSON or TOML from a README.',
  program: 'Program',
  programHint: 'Its name, such as git, or its whole path.',
  url: 'Address',
  urlHint: 'From the server’s instructions. If it wants you to sign in, you can do that once it is added.',
  apiHint: 'What stands before every path, such as https://api.example.com/v1',
  name: 'Name',
  nameHint: 'How you and your agents call it.',
  folder: 'Folder it runs in',
  folderHint: 'Optional. Otherwise the folder of the settings file.',
  more: 'More',
  variables: 'Variables',
  headers: 'Headers',
  variableName: (number: number) => `Name ${number}`,
  variableValue: (number: number) => `Value ${number}`,
  nameOf: 'Name',
  valueOf: 'Value',
  addVariable: 'Add variable',
  addHeader: 'Add header',
  removeRow: (name: string) => (name === '' ? 'Remove this line' : `Remove ${name}`),
  secret: 'Secret',
  secretOf: (name: string) => `Keep ${name || 'this'} as a secret`,
  showValue: (name: string) => (name === '' ? 'Show the value' : `Show ${name}`),
  hideValue: (name: string) => (name === '' ? 'Hide the value' : `Hide ${name}`),
  showValues: 'Show secret values',
  hideValues: 'Hide secret values',
  pasted: (name: string, others: number) =>
    others === 0
      ? `Filled in from what you pasted${name === '' ? '' : `: ${name}`}.`
      : `Filled in “${name}”. The text has ${others} more; add them one after the other.`,
  missing: {
    name: 'Give the server a name.',
    nameSigns: 'Use letters from a to z, digits, “_”, “-” and “.” in the name.',
    nameTaken: (name: string) => `There is a server “${name}” already. Choose another name.`,
    url: 'Enter an address that begins with http:// or https://.',
    command: 'Enter the command.',
    json: 'This is a part of a JSON text without a whole server in it. Copy it again, from its first { to its last }, and paste it here.',
    shell: (sign: string) =>
      `“${sign}” means something to a shell only, and Countersign starts the program without one. Leave the program and its arguments, or put the sign in quotes if it is one of them.`,
    rowName: 'One line has a value and no name. Fill in the name, or remove the line.',
    input: (name: string) =>
      `Another app asks for a value where “\${input:${name}}” stands. Write the value in its place.`,
    twice: (name: string) => `“${name}” is there twice. Remove one of the two, or rename it.`,
    title: 'Give the tool a title.',
    inputName: 'One input has no name. Fill it in, or remove the line.',
    noInput: (names: readonly string[]) =>
      `Agents are not asked for ${inBraces(names)} yet, and no request can be made without. Add ${names.length === 1 ? 'it as an input' : 'them as inputs'}, or change the path.`,
  },
  tool: 'The tool that agents get',
  toolSwitch: 'Offer one tool now',
  toolSwitchHint: 'Without one, only workflows can use it.',
  toolTitle: 'Title',
  toolTitleHint: 'For example: Show the newest commits',
  toolDescription: 'What it does',
  toolArguments: 'Arguments',
  toolArgumentsHint: 'Write {name} where an input goes, for example: log -n {count}',
  toolMethod: 'Method',
  toolPath: 'Path',
  toolPathHint: 'Write {name} where an input goes, for example: /items/{id}',
  toolReadOnly: 'It only reads',
  toolReadOnlyHint: 'It changes nothing, here or elsewhere.',
  inputs: 'Inputs',
  addInput: 'Add input',
  addInputNamed: (name: string) => `Add input “${name}”`,
  inputsUnnamed: (names: readonly string[]) => {
    const said = inBraces(names)
    return names.length === 1
      ? `${said} is no input yet: agents are not asked for it, and it is passed on as it stands.`
      : `${said} are no inputs yet: agents are not asked for them, and they are passed on as they stand.`
  },
  inputName: (number: number) => `Name of input ${number}`,
  inputDescription: (number: number) => `What input ${number} is`,
  inputNeeded: 'Needed',
  inputNeededOf: (name: string) => `${name || 'This input'} is needed`,
  asked: 'It asks for',
  lacking: (name: string) => `Fill in “${name}”.`,
  argument: (number: number) => `argument ${number}`,
  chooseOne: 'Choose…',
  from: {
    clientFile: (client: string) => `From the file of ${client}`,
    registry: (registry: string) => `From the registry ${registry}`,
  },
  untrusted: 'Somebody else wrote this. Look at what would start before you go on.',
  publisher: 'Publisher',
  version: 'Version',
  look: {
    starts: 'What would start',
    goes: 'Where it goes',
    literal: 'The command, word for word',
    inFolder: 'In the folder',
    touches: 'What it can do',
    hazards: 'Look at this first',
    refused: 'This cannot be added',
    needs: 'What it needs on this computer',
    found: (program: string, place: string) => `${program}: ${place}`,
    missing: (program: string) => `${program} is missing.`,
    values: 'Variables and headers',
    keep: (name: string) => `Keep ${name} as a secret`,
    keepHint: 'Encrypted, and never shown again. Otherwise it stands in the settings file for all to read.',
    secretStored: 'secret, stored',
    secretNew: 'secret, stored when you add the server',
    sandbox: 'Sandbox',
    problems: 'This does not work yet',
    examining: 'Looking at it…',
  },
  sandboxes: {
    none: 'No sandbox',
    readOnly: 'It cannot write files',
    noNetwork: 'It cannot use the network',
  } satisfies Record<SandboxMode, string>,
  try: {
    start: {
      command: 'Start it once',
      address: 'Connect once',
      program: 'Check it',
      api: 'Check it',
    } satisfies Record<FormKind, string>,
    startText: {
      command: 'Countersign starts the server, asks for its tools and stops it again. Nothing is saved.',
      address: 'Countersign connects to the server and asks for its tools. Nothing is saved.',
      program: 'Countersign looks for the program. Nothing is started or saved.',
      api: 'Countersign reads the address. Nothing is sent or saved.',
    } satisfies Record<FormKind, string>,
    skip: 'Continue without a test',
    untried: {
      command: 'Not tried. The server starts for the first time when you add it.',
      address: 'Not tried. Countersign connects for the first time when you add it.',
      program: 'Not checked.',
      api: 'Not checked.',
    } satisfies Record<FormKind, string>,
    cancel: 'Cancel the test',
    running: 'Starting…',
    runningFor: (seconds: number) => `Starting… ${seconds} s`,
    runningHint:
      'A first start that fetches packages can take a minute or two. Any other server answers within seconds: if this one does not, its command may be wrong.',
    again: 'Try again',
    log: 'What it wrote',
    status: {
      running: 'Starting',
      answered: 'It works',
      failed: 'It does not work',
      signIn: 'It wants you to sign in',
      stopped: 'Test cancelled',
    } satisfies Record<ServerTrial['status'], string>,
    signInText: 'That is possible once it is added: open it in the list and press “Sign in”.',
    /** In place of that it works, where nothing was started or sent. */
    found: {
      command: null,
      address: null,
      program: 'The program is here. It was not started.',
      api: 'The address can be used. Nothing was sent to it.',
    } satisfies Record<FormKind, string | null>,
    tools: (count: number) => (count === 1 ? '1 tool' : `${count} tools`),
    toolList: 'Tools of the server',
    toolsBy: 'as the server describes them',
    noTools: 'It answers, but offers no tools.',
    reads: 'reads',
    writes: 'writes',
    unsaid: 'does not say',
    refused: 'Cannot be used',
    anyway: 'Go on anyway',
  },
  offer: {
    title: 'How agents get its tools',
    isOffered: 'Agents can find its tools',
    isOfferedHint: 'Otherwise only workflows can use them.',
    prefix: 'In front of each tool’s name',
    prefixHint: (prefix: string) =>
      prefix === '' ? 'Nothing: echo stays echo.' : `For example: ${prefix}.echo`,
    ask: 'Ask a person',
    asks: {
      always: 'Before every call',
      unlessReadOnly: 'Only when it writes, as the server says',
      never: 'Never',
    },
    askHint: 'You can loosen this later, tool by tool.',
  },
  save: 'Add server',
  storing: 'Storing secrets…',
  changeText: 'This is all that changes. You can undo it.',
  change: {
    button: 'Change…',
    title: (name: string) => `Change “${name}”`,
    text: 'The server restarts with what you save.',
  },
  rename: {
    button: 'Rename…',
    title: (name: string) => `Rename “${name}”`,
    to: 'New name',
    tools: 'Rename its tools too',
    toolsHint: (from: string, to: string) =>
      `Agents find them under “${to}.” instead of “${from}.”, and the settings file is changed wherever it names them.`,
    text: 'The settings file is changed wherever it names this server. You may have to sign in again.',
    runs: (count: number) =>
      count === 1
        ? '1 run is under way with the old name. Its steps on this server will fail.'
        : `${count} runs are under way with the old name. Their steps on this server will fail.`,
    waiting: (count: number) =>
      count === 1
        ? '1 call waits for approval with the old name. It can only be refused from now on.'
        : `${count} calls wait for approval with the old name. They can only be refused from now on.`,
    confirm: 'Rename server',
  },
  disable: {
    button: 'Disable…',
    title: (name: string) => `Disable “${name}”?`,
    text: 'The server stops, and agents no longer find its tools. You can enable it again at any time.',
    confirm: 'Disable server',
  },
  enable: {
    button: 'Enable…',
    title: (name: string) => `Enable “${name}”?`,
    text: 'The server starts again, and agents find its tools.',
    confirm: 'Enable server',
  },
  remove: {
    button: 'Remove…',
    title: (name: string) => `Remove “${name}”?`,
    text: 'The server stops and leaves the settings file, with the line that offers its tools.',
    own: (names: string) => `These tools go with it: ${names}.`,
    confirm: 'Remove server',
  },
  uses: {
    title: 'Used by',
    tools: (count: number) => (count === 1 ? '1 tool that agents find' : `${count} tools that agents find`),
    workflow: 'Workflow',
    capability: 'Tool',
    none: 'Nothing uses it.',
    runs: (count: number) => (count === 1 ? '1 run is under way' : `${count} runs are under way`),
    failing: 'Its steps on this server fail from now on.',
    waiting: (count: number) =>
      count === 1
        ? '1 call waits for approval. It can only be refused from now on.'
        : `${count} calls wait for approval. They can only be refused from now on.`,
  },
  manage: 'Manage',
  missingLabel: 'What is missing',
  secretMissing: (name: string) => `The secret “${name}” is not stored.`,
  storeSecret: 'Store it',
  log: {
    open: 'Full log',
    title: (name: string) => `Log of “${name}”`,
    search: 'Search the log',
    clear: 'Clear the search',
    download: 'Download',
    kept: (lines: number, most: number) =>
      `${lines.toLocaleString('en')} lines. The newest ${most.toLocaleString('en')} are kept until Countersign stops or the server is changed. Secrets are removed.`,
    newest: (shown: number, all: number) =>
      `The newest ${shown.toLocaleString('en')} of ${all.toLocaleString('en')} lines. The download has all.`,
    dropped: (count: number) => `${count.toLocaleString('en')} earlier lines are gone.`,
    none: 'No line has these words.',
    empty: 'Nothing yet.',
    found: (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`),
  },
} as const
