interface CodeBlockProps {
  language: string | null;
  text: string;
}

export function CodeBlock({ language, text }: CodeBlockProps) {
  return (
    <figure className="overflow-hidden rounded-control border border-line bg-canvas text-13 text-text">
      {language !== null && <figcaption className="px-3 pt-2 text-muted">{language}</figcaption>}
      <pre dir="ltr" className="overflow-x-auto px-3 py-2 font-mono whitespace-pre">
        <code>{text}</code>
      </pre>
    </figure>
  );
}
