import { faq } from '../../../../lib/content/faq'
import { closing, hero, howWeWork, inWriting, reasons, services } from '../../../../lib/content/home'
import { packages } from '../../../../lib/content/packages'
import { portfolio } from '../../../../lib/content/portfolio'
import { sectionLinks } from '../../../../lib/content/sections'
import { site } from '../../../../lib/content/studio'
import { support } from '../../../../lib/content/support'

const sections = [
  { title: reasons.title, items: reasons.items },
  { title: packages.title, intro: packages.intro, items: packages.items },
  { title: portfolio.title, items: portfolio.items },
  { title: services.title, intro: services.intro, items: services.items },
  { title: howWeWork.title, items: howWeWork.steps },
  { title: support.title, intro: support.intro, items: support.plans },
]

/** The landing page's words and a small stylesheet: what Next needs to show them without client components. */
export default function Page() {
  return (
    <>
      <header>
        <strong>{site.name}</strong>
        <nav>
          {sectionLinks.map(({ label }) => (
            <a key={label} href="#main">
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main id="main">
        <h1>{hero.headline}</h1>
        <p className="lead">{hero.lead}</p>
        <a className="button" href="#main">
          {hero.primary}
        </a>
        {sections.map(({ title, intro, items }) => (
          <section key={title}>
            <h2>{title}</h2>
            {intro && <p className="lead">{intro}</p>}
            <ul className="cards">
              {items.map(
                ({ name, text, description, price, features, includes = features, tags = includes }) => (
                  <li key={name}>
                    <h3>{name}</h3>
                    {price && <p className="price">{price}</p>}
                    <p>{text ?? description}</p>
                    {tags && (
                      <ul>
                        {tags.map((line) => (
                          <li key={line}>{line}</li>
                        ))}
                      </ul>
                    )}
                  </li>
                ),
              )}
            </ul>
          </section>
        ))}
        <section>
          <h2>{faq.title}</h2>
          {faq.items.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
          <p>{inWriting.lead}</p>
        </section>
      </main>
      <footer>
        <p>{closing.text}</p>
        <a href={`mailto:${site.email}`}>{site.email}</a>
      </footer>
    </>
  )
}
