/** The desk cannot write this change; a person must edit the file. The message is a sentence for them. */
export class Uneditable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Uneditable'
  }
}
