import type { Requirement } from '../requirements.ts'

export const clientPromises: Requirement[] = [
  {
    id: 'clients.goose',
    sentence:
      'Goose is connected by a splice of its YAML that keeps every comment and everything else; what cannot be changed so is left alone and said.',
  },
  {
    id: 'clients.copilot',
    sentence: 'GitHub Copilot CLI is connected in the file where it keeps its servers, on each system.',
  },
  {
    id: 'clients.alike',
    sentence:
      'Cline, Roo Code, Kiro, Junie, LM Studio, Amazon Q, Warp and Continue are connected in files that they read, on each system, and servers are found there.',
  },
  {
    id: 'clients.opencode',
    sentence:
      'opencode is connected in its file, which keeps everything else; its servers are found as it reads them, also those in the place of its newer versions, which is never written.',
  },
  {
    id: 'clients.lasts',
    sentence:
      'What is written into a client’s file still starts the gateway after the app was updated or moved; an entry that starts nothing any more is said to, and is written anew.',
  },
  {
    id: 'clients.bundle',
    sentence:
      'The desk saves a bundle that Claude Desktop installs: its manifest fits version 0.3, and it starts the gateway of this computer.',
  },
  {
    id: 'clients.figures',
    sentence:
      'Of each client the desk says what it sees, what it asked and was refused, how often it was turned away, and what its list and its calls cost a model.',
    source: 'docs/rulings.md R1.8',
  },
]
