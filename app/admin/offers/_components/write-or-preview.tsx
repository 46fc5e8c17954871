import { useRef } from 'react'
import { ChoicePill } from '../../_components/choice-pill'

const views = [
  { view: 'write', label: 'Write' },
  { view: 'preview', label: 'Preview' },
] as const

/**
 * Chooses what a small screen shows of the offer: the form or the preview. CSS follows the radio buttons, so a
 * press before the script counts. Each view keeps its scroll position.
 */
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
      // Before the change, which makes the page longer or shorter.
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
