export default function HomePage() {
  return <h1>Move Fast, Build Smart</h1>
}
