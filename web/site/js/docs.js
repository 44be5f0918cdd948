// Search in the documentation: nothing is prepared. The first search reads the pages themselves, which are small, and
// splits them at their headings; after that all is in memory.
const MOST = 24;
const input = document.getElementById('search');
const found = document.getElementById('found');
const root = new URL(input.dataset.root, location.href);
let sections = null; // of all pages, once they are asked for: a promise of [{page, title, href, text, low}]

const cut = (page, title, main, url) => {
    const parts = [{page: title, title, href: url, text: ''}];
    for (const element of main.children) {
        if (/^H[1-3]$/.test(element.tagName) && element.id) {
            const heading = element.textContent;
            parts.push({page: title, title: heading, href: `${url}#${element.id}`, text: ''});
        } else {
            parts[parts.length - 1].text += ` ${element.textContent.replace(/\s+/g, ' ')}`;
        }
    }
    return parts.filter(({text}) => text !== '')
        .map((part) => ({...part, low: `${part.title} ${part.text}`.toLowerCase()}));
};

const readPage = async (url) => {
    const answer = await fetch(url);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return cut(url, page.title.replace(/: Volery$/, ''), page.querySelector('main'), url);
};

// The list of pages, with addresses that lead there from here.
const readMenu = async () => {
    const list = new URL('index.html', root);
    const answer = await fetch(list);
    const menu = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.menu');
    for (const link of menu.querySelectorAll('a')) {
        link.href = new URL(link.getAttribute('href'), list).href;
        link.toggleAttribute('aria-current', link.href === location.href.replace(/#.*/, ''));
    }
    return menu;
};
const menu = readMenu();

const readAll = async () => {
    const urls = [...(await menu).querySelectorAll('a')].map(({href}) => href);
    return (await Promise.all(urls.map(readPage))).flat();
};

const place = document.querySelector('.menu');
if (place) {
    menu.then(({childNodes}) => {
        place.replaceChildren(...[...childNodes].map((node) => document.importNode(node, true)));
        place.querySelector('[aria-current]')?.scrollIntoView({block: 'nearest'});
    }, () => {}); // the link to the list stays
}

// Words of a query: all must be there; in a heading they weigh most.
const rank = (section, words) => {
    const title = section.title.toLowerCase();
    const page = section.page.toLowerCase();
    let sum = 0;
    for (const word of words) {
        const times = section.low.split(word).length - 1;
        if (times === 0 && !page.includes(word)) {
            return 0;
        }
        sum += Math.min(times, 4) + (title.includes(word) ? 10 : 0) + (page.includes(word) ? 4 : 0);
    }
    return sum;
};

const element = (name, text) => Object.assign(document.createElement(name), {textContent: text});

const excerpt = ({text, low, title}, words) => {
    const at = Math.max(low.indexOf(words[0], title.length) - title.length - 1, 0);
    const from = Math.max(at - 50, 0);
    const piece = text.slice(from, from + 150);
    const small = document.createElement('small');
    const place = piece.toLowerCase().indexOf(words[0]);
    if (place < 0) {
        small.textContent = piece;
    } else {
        const end = place + words[0].length;
        small.append(from > 0 ? '… ' : '', piece.slice(0, place), element('mark', piece.slice(place, end)),
                     piece.slice(end), ' …');
    }
    return small;
};

const search = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
    if (words.length === 0) {
        found.hidden = true;
        return;
    }
    sections ??= readAll();
    const all = await sections.catch(() => {
        sections = null;
        return [];
    });
    const hits = all.map((section) => [rank(section, words), section]).filter(([sum]) => sum > 0)
        .sort((a, b) => b[0] - a[0]).slice(0, MOST);
    found.replaceChildren(...(hits.length > 0 ? hits.map(([, section]) => {
        const link = element('a', '');
        link.href = section.href;
        link.append(element('b', section.title), section.title === section.page ? '' : ` · ${section.page}`,
                    excerpt(section, words));
        return link;
    }) : [element('p', 'Nothing found.')]));
    found.hidden = false;
};

input.addEventListener('input', search);
input.addEventListener('focus', () => input.value && search());
addEventListener('keydown', (event) => {
    const links = [...found.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (event.key === 'Escape') {
        found.hidden = true;
    } else if (event.key === '/' && document.activeElement !== input) {
        event.preventDefault();
        input.focus();
    } else if (!found.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault();
        const next = at + (event.key === 'ArrowDown' ? 1 : -1);
        (links[next] ?? input).focus();
    }
});
addEventListener('click', (event) => {
    if (!found.contains(event.target) && event.target !== input) {
        found.hidden = true;
    }
});
found.addEventListener('click', () => { found.hidden = true; });
