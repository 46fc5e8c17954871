import { showToast } from '@/components/toasts'
import { writeClipboard } from '@/lib/clipboard'
import type { Failure } from '../action-result'

export async function copyText(text: string, done: string): Promise<void> {
  const copied = await writeClipboard(text)
  const { failed, detail } = copyFailure(text)
  showToast(copied ? { tone: 'success', message: done } : { tone: 'error', message: failed, detail })
}

/** Shows the text to copy by hand, because the browser forbids copying. */
export function copyFailure(text: string): Failure {
  return { kind: 'failed', failed: 'Your browser did not allow copying.', detail: text }
}
