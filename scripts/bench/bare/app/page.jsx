/** Words and a small stylesheet: what Next needs for a page without client components. */
export default function Page() {
  return (
    <main>
      <h1>A page that does nothing else than to be shown</h1>
      <p className="lead">Its first paint is what Next can reach on this machine.</p>
      {Array.from({ length: 12 }, (_, section) => (
        <section key={section}>
          <h2>{`Section ${section + 1}`}</h2>
          {Array.from({ length: 4 }, (_, part) => (
            <p key={part}>
              {`Paragraph ${part + 1} of section ${section + 1} has a few words, as a page of a studio has. `}
              {`Its number is ${(section + 1) * 7919 + part * 104729}.`}
            </p>
          ))}
        </section>
      ))}
    </main>
  )
}
