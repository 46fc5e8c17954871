import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'

export function SavedElsewhere({ onTakeServerDraft }: { onTakeServerDraft: () => void }) {
  return (
    <Alert className="grid gap-2">
      <p>
        This offer was saved in another window meanwhile. Copy what you want to keep, and take what is saved.
      </p>
      <Button size="sm" variant="outline" className="justify-self-start" onClick={onTakeServerDraft}>
        Take what is saved
      </Button>
    </Alert>
  )
}
