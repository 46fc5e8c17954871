import { showToast } from '@/components/toasts'
import { type ReplyDraft, undiscard } from './reply-draft'

/** Shows a toast about a discarded draft; its Undo restores the draft. */
export function sayDiscarded(name: string, draftId: string, draft: ReplyDraft): void {
  showToast({
    tone: 'success',
    message: `Reply to ${name} discarded`,
    action: { label: 'Undo', onPress: () => undiscard(draftId, draft) },
  })
}
