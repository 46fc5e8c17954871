import { Field, SubmitButton } from '@/components/form'
import { manage } from '@/lib/content/manage'
import { Change, ChangeForm, type ChangeFormProps, errorOf } from './change-form'

export function CancelForm(props: ChangeFormProps & { ref: React.Ref<HTMLFormElement> }) {
  const { title, hint, reason, button } = manage.cancel
  return (
    <Change title={title} open={errorOf(props.state, 'cancel') !== null}>
      <p className="text-muted-foreground">{hint}</p>
      <ChangeForm {...props} intent="cancel">
        <Field name="reason" label={reason} multiline />
        <SubmitButton variant="destructive" className="justify-self-start">
          {button}
        </SubmitButton>
      </ChangeForm>
    </Change>
  )
}
