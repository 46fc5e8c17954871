import { useState } from 'react'

/**
 * Returns `isChanged`, true while a field of an uncontrolled form differs from its default value, and
 * `handlers`, the props for the form. Not for controlled fields: React also changes their default values.
 */
export function useIsChanged() {
  const [isChanged, setIsChanged] = useState(false)
  const handlers = {
    onChange: ({ currentTarget }: React.FormEvent<HTMLFormElement>) =>
      setIsChanged(isFormChanged(currentTarget)),
    onReset: () => setIsChanged(false),
  }
  return { isChanged, handlers }
}

function isFormChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (field) =>
      field instanceof HTMLInputElement &&
      (field.value !== field.defaultValue || field.checked !== field.defaultChecked),
  )
}
