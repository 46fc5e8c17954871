/** Text between backticks is code. */
export function Prose({ children }: { children: readonly string[] }) {
  return children.map((text) => (
    <p key={text}>
      {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}
    </p>
  ))
}
