import { showToast } from '@/components/toasts'
import { writeClipboard } from '@/lib/clipboard'

/** Copies a text to the clipboard, and shows the sentence `done`, or an error. */
export async function copyText(text: string, done: string): Promise<void> {
  const copied = await writeClipboard(text)
  const { failed, detail } = notCopied(text)
  showToast(copied ? { tone: 'success', message: done } : { tone: 'error', message: failed, detail })
}

/**
 * The error when the browser forbids copying. It contains the text, so that the admin can copy it by hand.
 */
export function notCopied(text: string) {
  return { failed: 'Your browser did not allow copying.', detail: text }
}
