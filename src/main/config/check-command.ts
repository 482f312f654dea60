/** A command that holds its arguments: it would be looked for as one name, blanks and all. */
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Subject } from './subject.ts'
import type { Path } from './tree.ts'

/** `where`: of what the ‘args’ are, if not of what has the command. */
export function checkCommand(subject: Subject, command: string, path: Path, where = ''): void {
  const [program = '', ...words] = command.split(/\s+/)
  if (program === '' || words.join('') === '' || command.includes('${')) return
  const folder = dirname(subject.mainFile)
  const isBare = !/[/\\]/.test(command)
  // The name of a program or of a folder may well have a blank.
  if (isFile(isBare ? join(folder, 'programs', command) : resolve(folder, command))) return
  if (/[/\\]/.test(program) && !isFile(resolve(folder, program))) return
  const args = words.filter((word) => word !== '').map((word) => JSON.stringify(word))
  const message = `‘${command}’ is looked for as the name of one program, with its blanks. Arguments belong in ‘args’${where}: command: ${program}, args: [${args.join(', ')}].`
  subject.findings.warning(path, message)
}

function isFile(place: string): boolean {
  try {
    return statSync(place).isFile()
  } catch {
    return false
  }
}
