/** Gives a text to the person as a file; where it goes is theirs to say. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  download(name, new Blob([text], { type }))
}

/** The same for bytes, which came as base64. */
export function downloadBytes(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  download(name, new Blob([bytes], { type: 'application/octet-stream' }))
}

function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
