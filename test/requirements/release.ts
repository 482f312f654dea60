/** What is released, and what comes with it. */
import type { Requirement } from '../requirements.ts'

export const releasePromises: Requirement[] = [
  {
    id: 'release.command',
    sentence:
      '`npm run release` builds what this system can build, names what it could not build and why, and sums up every file; it removes nothing but an earlier release.',
  },
  {
    id: 'release.bill',
    sentence:
      'The bill of materials is valid CycloneDX and names every package that is built in or installed along, and no other.',
  },
  {
    id: 'release.licences',
    sentence:
      'The licences of all that ships come as a text, and what a licence asks for beyond its text stands first.',
  },
  {
    id: 'release.same-bytes',
    sentence: 'Two builds of the same sources, in different folders, give the same bytes.',
  },
  {
    id: 'release.versions',
    sentence:
      'Nothing is released whose version is not the newest of the changes and that of the registry’s file.',
  },
  {
    id: 'package.bundle',
    sentence:
      'The bundle (`.mcpb`) is valid, answers with the seven tools from any Node of a client, and an agent that waits where no desk is open is told how a person opens one.',
  },
  {
    id: 'package.container',
    sentence:
      'What the Dockerfile does works: installed from the package, for an ordinary user, with nothing writable but the data, the health check passes and agents are answered.',
  },
]
