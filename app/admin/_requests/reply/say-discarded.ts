import { showToast } from '@/components/toasts'
import { type ReplyDraft, undiscard } from './reply-draft'

/** Says that a draft was thrown away, and brings it back when that is undone. */
export function sayDiscarded(name: string, draftId: string, draft: ReplyDraft): void {
  showToast({
    tone: 'success',
    message: `Reply to ${name} discarded`,
    action: { label: 'Undo', onPress: () => undiscard(draftId, draft) },
  })
}
