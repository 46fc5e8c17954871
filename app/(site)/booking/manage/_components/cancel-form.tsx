import { buttonVariants } from '@/components/ui/button-variants'
import { manage } from '@/lib/content/manage'
import { Field } from '@/components/site/field'
import { Change, type ChangeFormProps, errorOf, HiddenFields } from './change-form'

/** The form to cancel the call, with an optional reason. */
export function CancelForm({
  call,
  state,
  form,
  pending,
  ref,
}: ChangeFormProps & { ref: React.Ref<HTMLFormElement> }) {
  const { title, hint, reason, button } = manage.cancel
  const failed = errorOf(state, 'cancel')
  return (
    <Change title={title} open={failed !== null}>
      <p className="text-muted-foreground">{hint}</p>
      <form ref={ref} {...form} className="grid gap-5">
        <HiddenFields call={call} intent="cancel" />
        <Field
          name="reason"
          label={reason}
          multiline
          defaultValue={failed?.entries.reason}
          error={failed?.field === 'reason' ? failed.message : undefined}
          autoFocus={failed?.field === 'reason'}
        />
        <button
          type="submit"
          aria-disabled={pending}
          className={buttonVariants({ variant: 'destructive', className: 'justify-self-start' })}
        >
          {button}
        </button>
      </form>
    </Change>
  )
}
