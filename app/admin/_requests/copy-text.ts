import { showToast } from '@/components/toasts'

/** Puts a text on the clipboard and says so with this sentence, or that it could not. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'success', message: done })
  } catch {
    showToast({ tone: 'error', message: 'Your browser did not allow copying.', detail: text })
  }
}
