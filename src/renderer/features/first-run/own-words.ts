export const ownSteps = {
  title: 'Three steps to your own desk',
  lead: 'You connect what your agent may use, then the agent. Whatever writes waits here until you have approved it.',
  serverTitle: 'Connect a server of yours',
  serverText: 'A server gives your agent tools: files, a database, an issue tracker.',
  fileServer: 'A small file server is here already. Its folder is in this workspace.',
  serverDone: 'Your server is here. The catalog shows its tools and what your agent may do with them.',
  addServer: 'Add a server',
  addAnother: 'Add another server',
  agentTitle: 'Connect your agent',
  agentText:
    'Countersign finds the clients on this computer and adds itself to their settings, once you agree.',
  connect: 'Connect an agent',
  decideTitle: 'Decide its first call',
  decideText:
    'Ask your agent to change something, for example: “Use Countersign to write a file hello.txt.” The request appears here. Read it and decide.',
  decideDone: 'Done. Your agent got your answer.',
} as const
