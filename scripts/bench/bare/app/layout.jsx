import './page.css'

export const metadata = { title: 'A bare page', description: 'A page of Next without client components.' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
