"""Makes the documentation of the site: a page of HTML for each page of Markdown, the gallery, and the list of pages.

    python3 tools/site.py DOCS OUT

DOCS is the folder docs/; OUT gets docs/*.html, gallery.html and the pictures. Knows what docs/ uses of Markdown:
headings, paragraphs, lists, tables, code, quotes, links and pictures. A link that leads nowhere is an error.
"""
import html
import pathlib
import posixpath
import re
import shutil
import sys

GROUPS = {
    "Use": ["playing", "web", "scenes", "models", "steering", "parameters", "measures", "rendering", "recordings",
            "trajectories", "plotting", "sweeping", "sound", "files"],
    "Program": ["embedding", "platforms", "abi", "scene_library", "python", "custom-rules", "own_models", "queries",
                "devices", "cluster"],
    "Understand": ["science", "tuning", "performance", "benchmarks", "exact-maths", "random-scenes", "walk"],
}
LEFT_OUT = {"gallery/README"}  # it becomes gallery.html

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          "form-action 'none'; base-uri 'none'")

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}: Volery</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="{root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}docs.css">
<script type="module" src="{root}js/docs.js"></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="brand" href="{root}index.html">Volery</a>
<nav aria-label="Site"><a href="{root}index.html">Live</a><a href="{root}gallery.html"{in_gallery}>Gallery</a><a
href="{root}docs/index.html"{in_docs}>Documentation</a></nav>
<label class="search"><span class="hidden">Search the documentation</span><input type="search" id="search"
placeholder="Search" autocomplete="off" data-root="{root}docs/" aria-controls="found"></label>
</header>
<div id="found" role="region" aria-label="Found" aria-live="polite" hidden></div>
<div class="columns">
{menu}<main id="text">
{body}
</main>
</div>
</body>
</html>
"""


def slug(text):
    """The name of a heading in links, as it is made where repositories are shown."""
    return re.sub(r"[^\w\- ]", "", text.replace("`", "").lower()).replace(" ", "-")


class Inline:
    """Text within a block: code, links, pictures, bold and italic."""

    def __init__(self, link):
        self.link = link

    def write(self, text):
        held = []

        def hold(markup):
            held.append(markup)
            return f"\x00{len(held) - 1}\x00"

        text = re.sub(r"(`+)(.+?)\1", lambda m: hold(f"<code>{html.escape(m[2].strip(), False)}</code>"), text)
        text = re.sub(r"\\([\\`*_{}\[\]()#+\-.!|<>])", lambda m: hold(html.escape(m[1], False)), text)
        text = html.escape(text, False)
        text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", lambda m: hold(self.picture(m[1], m[2])), text)
        text = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", lambda m: self.anchor(m[1], m[2], hold), text)
        text = re.sub(r"&lt;(https?://[^\s&]+)&gt;", lambda m: hold(f'<a href="{m[1]}">{m[1]}</a>'), text)
        text = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"<strong>\1</strong>", text)
        text = re.sub(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])", r"<em>\1</em>", text)
        while "\x00" in text:
            text = re.sub(r"\x00(\d+)\x00", lambda m: held[int(m[1])], text)
        return text

    def picture(self, words, target):
        return f'<img src="{html.escape(self.link(target, True))}" alt="{html.escape(words)}" loading="lazy">'

    def anchor(self, words, target, hold):
        address = self.link(target, False)
        return hold(f'<a href="{html.escape(address)}">') + words + hold("</a>") if address else words


class Blocks:
    """A page: lines of Markdown to HTML."""

    def __init__(self, inline):
        self.inline = inline
        self.title = ""
        self.first = ""
        self.names = set()

    def write(self, lines):
        out, i = [], 0
        while i < len(lines):
            line = lines[i]
            if not line.strip():
                i += 1
            elif re.match(r"#{1,6} ", line):
                out.append(self.heading(line))
                i += 1
            elif line.startswith("```"):
                end = next((k for k in range(i + 1, len(lines)) if lines[k].startswith("```")), len(lines))
                out.append(self.code(lines[i + 1:end]))
                i = end + 1
            elif line.startswith("    "):
                end = self.run(lines, i, lambda text: text.startswith("    ") or not text.strip())
                out.append(self.code([text[4:] for text in lines[i:end]]))
                i = end
            elif line.startswith("|") and i + 1 < len(lines) and re.match(r"\|[\s:|-]+$", lines[i + 1]):
                end = self.run(lines, i, lambda text: text.startswith("|"))
                out.append(self.table(lines[i:end]))
                i = end
            elif re.match(r"([-*]|\d+\.) ", line):
                end = self.run(lines, i, lambda text: not text.strip() or text.startswith("  ")
                               or re.match(r"([-*]|\d+\.) ", text))
                end = self.shorten(lines, i, end)
                out.append(self.items(lines[i:end]))
                i = end
            elif line.startswith(">"):
                end = self.run(lines, i, lambda text: text.startswith(">"))
                out.append(f"<blockquote>{self.write([text[1:].strip() for text in lines[i:end]])}</blockquote>")
                i = end
            else:
                end = self.run(lines, i, lambda text: text.strip() and not re.match(r"#{1,6} |```|\||>|[-*] ", text))
                out.append(self.paragraph(lines[i:max(end, i + 1)]))
                i = max(end, i + 1)
        return "\n".join(out)

    @staticmethod
    def run(lines, start, belongs):
        """The first line from `start` on that does not belong."""
        end = start
        while end < len(lines) and belongs(lines[end]):
            end += 1
        return end

    @staticmethod
    def shorten(lines, start, end):
        """A list ends where an empty line is followed by something that is neither an item nor indented."""
        for k in range(start, end):
            rest = next((text for text in lines[k + 1:] if text.strip()), "")
            if not lines[k].strip() and not re.match(r"  |([-*]|\d+\.) ", rest):
                return k
        return end

    def heading(self, line):
        level, text = len(line) - len(line.lstrip("#")), line.lstrip("#").strip()
        if level == 1 and not self.title:
            self.title = text.replace("`", "")
        name = slug(text)
        self.names.add(name)
        return f'<h{level} id="{name}">{self.inline.write(text)}</h{level}>'

    def paragraph(self, lines):
        text = self.inline.write(" ".join(line.strip() for line in lines))
        self.first = self.first or text
        return f"<p>{text}</p>"

    @staticmethod
    def code(lines):
        text = "\n".join(lines).strip("\n")
        return f'<pre tabindex="0"><code>{html.escape(text, False)}</code></pre>'

    def table(self, lines):
        rows = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in lines]
        rows = [[self.inline.write(cell.strip().replace("\\|", "|")) for cell in row] for row in rows]
        head = "".join(f"<th>{cell}</th>" for cell in rows[0])
        head = f"<thead><tr>{head}</tr></thead>" if any(rows[0]) else ""
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows[2:])
        return f'<div class="wide" tabindex="0"><table>{head}<tbody>{body}</tbody></table></div>'

    def items(self, lines):
        numbered = bool(re.match(r"\d+\. ", lines[0]))
        groups = []
        for line in lines:
            match = re.match(r"([-*]|\d+\.) +", line)
            if match:
                groups.append([line[match.end():]])
            else:
                groups[-1].append(re.sub(r"^ {2,3}", "", line) if numbered else line[2:])
        inner = []
        for group in groups:
            text = self.write(group)
            only = re.fullmatch(r"<p>(.*)</p>", text, re.S)
            inner.append(f"<li>{only[1] if only and '<p>' not in only[1] else text}</li>")
        return "<{0}>\n{1}\n</{0}>".format("ol" if numbered else "ul", "\n".join(inner))


class Site:
    def __init__(self, docs, out):
        self.docs, self.out = docs, out
        names = (str(p.relative_to(docs).with_suffix("")) for p in sorted(docs.rglob("*.md")))
        self.pages = {name: None for name in names if name not in LEFT_OUT}
        self.wanted = []  # (page, address, page that is linked, heading)
        self.faults = []

    def link(self, page, target, picture):
        """Where a link of a page leads on the site; None: to something that is not on it."""
        if re.match(r"https?://", target):
            return target
        path, _, heading = target.partition("#")
        full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if picture:
            source = self.docs / full
            if not source.is_file():
                self.faults.append(f"docs/{page}.md: there is no picture {target}")
                return target
            goal = self.out / "docs" / full
            goal.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, goal)
            return target
        name = re.sub(r"\.md$", "", full)
        root = "../" * (page.count("/") + 1)
        if name in ("gallery/README", "gallery"):
            return f"{root}gallery.html"
        if name not in self.pages:
            if not (self.docs / full).exists():
                self.faults.append(f"docs/{page}.md: there is no {target}")
            return None
        if heading:
            self.wanted.append((page, target, name, heading))
        if not path:
            return f"#{heading}"
        return posixpath.relpath(name, posixpath.dirname(page) or ".") + ".html" + (f"#{heading}" if heading else "")

    def menu(self):
        """All pages, by group. It stands in the list of pages alone; scripts show it beside the others."""
        listed = [name for names in GROUPS.values() for name in names]
        groups = dict(GROUPS, Decisions=[n for n in self.pages if n.startswith("decisions/")],
                      More=[n for n in self.pages if n not in listed and not n.startswith("decisions/")])
        rows = []
        for group, names in groups.items():
            links = "".join(f'<li><a href="{name}.html">{html.escape(self.pages[name].title)}</a></li>'
                            for name in names if name in self.pages)
            if links:
                rows.append(f"<h2>{group}</h2><ul>{links}</ul>")
        return "".join(rows)

    def put(self, path, title, body, menu="", where="docs"):
        root = "../" * path.count("/")
        menu = f'<nav class="menu" aria-label="Documentation">{menu}</nav>\n' if menu else ""
        target = self.out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        here = ' aria-current="page"'
        target.write_text(PAGE.format(title=html.escape(title), policy=POLICY, root=root, menu=menu, body=body,
                                      in_docs=here * (where == "docs"), in_gallery=here * (where == "gallery")),
                          encoding="utf-8")

    def write_pages(self):
        bodies = {}
        for name in self.pages:
            blocks = Blocks(Inline(lambda target, picture, page=name: self.link(page, target, picture)))
            self.pages[name] = blocks
            bodies[name] = blocks.write((self.docs / f"{name}.md").read_text(encoding="utf-8").splitlines())
        for page, target, name, heading in self.wanted:
            if heading not in self.pages[name].names:
                self.faults.append(f"docs/{page}.md: no heading for {target}")
        for name, body in bodies.items():
            self.put(f"docs/{name}.html", self.pages[name].title, body,
                     f'<a href="{"../" * name.count("/")}index.html">All pages</a>')

    def write_index(self):
        rows = []
        for group, names in GROUPS.items():
            cards = "".join(f'<li><a href="{name}.html"><b>{html.escape(self.pages[name].title)}</b><span>'
                            f"{re.sub(r'<[^>]+>', '', self.pages[name].first)}</span></a></li>"
                            for name in names if name in self.pages)
            rows.append(f'<h2>{group}</h2><ul class="pages">{cards}</ul>')
        self.put("docs/index.html", "Documentation", "<h1>Documentation</h1>" + "".join(rows), self.menu())

    def write_gallery(self):
        text = (self.docs / "gallery" / "README.md").read_text(encoding="utf-8")
        (self.out / "gallery").mkdir(parents=True, exist_ok=True)
        cards = []
        for name, picture, about in re.findall(r"!\[(\w+)\]\(([\w.]+)\)\n\*\*\w+\*\*: (.+)", text):
            shutil.copyfile(self.docs / "gallery" / picture, self.out / "gallery" / picture)
            cards.append(f'<li><a href="index.html#scene={name}">'
                         f'<img src="gallery/{picture}" alt="" loading="lazy" width="400" height="250">'
                         f"<b>{name}</b><span>{html.escape(about)}</span></a></li>")
        body = ("<h1>Gallery</h1><p>The built-in scenes. Choose one to see it live, in this browser.</p>"
                f'<ul class="cards">{"".join(cards)}</ul>')
        self.put("gallery.html", "Gallery", body, where="gallery")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    site = Site(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    site.write_pages()
    site.write_index()
    site.write_gallery()
    for fault in site.faults:
        print(f"site: {fault}", file=sys.stderr)
    sys.exit(1 if site.faults else 0)


if __name__ == "__main__":
    main()
