/** Puts a text on the clipboard. Returns whether it is there. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/** The older way, for pages that are not on https: browsers give them no `navigator.clipboard`. */
function copyByCommand(text: string): boolean {
  let copied = false
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
    copied = true
  }
  document.addEventListener('copy', onCopy)
  document.execCommand('copy')
  document.removeEventListener('copy', onCopy)
  return copied
}
