import { useRef } from 'react'
import { ChoicePill } from '../../_components/choice-pill'

const views = [
  { view: 'write', label: 'Write' },
  { view: 'preview', label: 'Preview' },
] as const

/** Keeps the scroll position of each. CSS reads the radio buttons, so it works before hydration. */
export function WriteOrPreview() {
  const scrolled = useRef({ write: 0, preview: 0 })
  const note = ({ currentTarget }: React.SyntheticEvent<HTMLElement>) => {
    const isPreview = currentTarget.querySelector<HTMLInputElement>('[value=preview]')?.checked
    scrolled.current[isPreview ? 'preview' : 'write'] = scrollY
  }
  return (
    <div
      role="radiogroup"
      aria-label="Show"
      // Runs before the switch, because the other view has another height.
      onPointerDown={note}
      onKeyDown={note}
      className="mr-auto flex rounded-full border border-input p-0.5 lg:hidden"
    >
      {views.map(({ view, label }) => (
        <ChoicePill
          key={view}
          type="radio"
          name="view"
          value={view}
          defaultChecked={view === 'write'}
          onChange={() => scrollTo({ top: scrolled.current[view], behavior: 'instant' })}
          className="border-transparent px-3"
        >
          {label}
        </ChoicePill>
      ))}
    </div>
  )
}
