import { useState } from 'react'

/**
 * True while a field of an uncontrolled form differs from its default value. `handlers` are props of the form. A
 * controlled form compares its own state, because React copies that into the default values.
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
