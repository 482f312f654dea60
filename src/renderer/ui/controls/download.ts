/** Gives a text to the person as a file; where it goes is theirs to say. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
