import { showToast } from '@/components/toasts'
import { writeClipboard } from '@/lib/clipboard'

/** Puts a text on the clipboard and says so with this sentence, or that it could not. */
export async function copyText(text: string, done: string): Promise<void> {
  const copied = await writeClipboard(text)
  const { failed, detail } = notCopied(text)
  showToast(copied ? { tone: 'success', message: done } : { tone: 'error', message: failed, detail })
}

/**
 * What is said when the browser did not allow copying: with the text, so that it can be copied by
 * hand.
 */
export function notCopied(text: string) {
  return { failed: 'Your browser did not allow copying.', detail: text }
}
