// The flock of `volery bench uniform` as most people would write it in C++: a struct a boid, a vector of numbers a
// cell, all from the same state; or, with `pairs`, every boid looks at every other. run.py builds and times it.
//
//     plain grid|pairs THREADS STEPS SIDE START [END]
//
// START has a line `x y vx vy` for each boid; END gets the same after the steps. Prints how many neighbours all boids
// have at the start, and the seconds that the steps took.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>
#include <vector>

struct Boid {
    float x, y, vx, vy;
};

static const float perception = 50, protection = 25, cohesion = 0.0005f, separation = 0.005f, alignment = 0.005f,
                   max_speed = 2;

struct Flock {
    float side;
    bool all_pairs;
    int columns;
    std::vector<Boid> now, next;
    std::vector<std::vector<int>> cells;

    int column(float x) const {
        int c = static_cast<int>(x / side * static_cast<float>(columns));
        return c < 0 ? 0 : c >= columns ? columns - 1 : c;
    }

    void sort() {
        columns = static_cast<int>(side / perception);
        cells.assign(static_cast<size_t>(columns) * static_cast<size_t>(columns), {});
        for (size_t i = 0; i < now.size(); i++) {
            cells[static_cast<size_t>(column(now[i].y) * columns + column(now[i].x))].push_back(static_cast<int>(i));
        }
    }

    float shortest(float d) const {
        return d > side / 2 ? d - side : d < -side / 2 ? d + side : d;
    }

    // Calls `see` with every other boid within the perception, and the way to it.
    template <typename See> void neighbours(const Boid &me, See see) const {
        auto look = [&](const Boid &other) {
            float dx = shortest(other.x - me.x), dy = shortest(other.y - me.y), d2 = dx * dx + dy * dy;
            if (d2 > 0 && d2 < perception * perception) {
                see(other, dx, dy, d2);
            }
        };
        if (all_pairs) {
            for (const Boid &other : now) {
                look(other);
            }
            return;
        }
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                int x = (column(me.x) + dx + columns) % columns, y = (column(me.y) + dy + columns) % columns;
                for (int i : cells[static_cast<size_t>(y * columns + x)]) {
                    look(now[static_cast<size_t>(i)]);
                }
            }
        }
    }

    float inside(float x) const {
        return x < 0 ? x + side : x >= side ? x - side : x;
    }

    Boid moved(const Boid &me) const {
        float n = 0, x = 0, y = 0, vx = 0, vy = 0, push_x = 0, push_y = 0;
        neighbours(me, [&](const Boid &other, float dx, float dy, float d2) {
            n += 1;
            x += dx;
            y += dy;
            vx += other.vx;
            vy += other.vy;
            if (d2 < protection * protection) {
                float d = std::sqrt(d2);
                push_x -= dx / d;
                push_y -= dy / d;
            }
        });
        Boid b = me;
        if (n > 0) {
            b.vx += cohesion * x / n + separation * push_x + alignment * (vx / n - me.vx);
            b.vy += cohesion * y / n + separation * push_y + alignment * (vy / n - me.vy);
        }
        float speed = std::sqrt(b.vx * b.vx + b.vy * b.vy);
        if (speed > max_speed) {
            b.vx *= max_speed / speed;
            b.vy *= max_speed / speed;
        }
        b.x = inside(b.x + b.vx);
        b.y = inside(b.y + b.vy);
        return b;
    }

    void step(size_t threads) {
        if (!all_pairs) {
            sort();
        }
        std::vector<std::thread> team;
        for (size_t t = 0; t < threads; t++) {
            team.emplace_back([this, t, threads] {
                for (size_t i = now.size() * t / threads; i < now.size() * (t + 1) / threads; i++) {
                    next[i] = moved(now[i]);
                }
            });
        }
        for (std::thread &member : team) {
            member.join();
        }
        now.swap(next);
    }
};

int main(int count, char **words) {
    if (count < 6) {
        std::fprintf(stderr, "usage: plain grid|pairs THREADS STEPS SIDE START [END]\n");
        return 2;
    }
    Flock flock{};
    flock.all_pairs = std::strcmp(words[1], "pairs") == 0;
    flock.side = std::strtof(words[4], nullptr);
    std::ifstream start(words[5]);
    for (Boid b; start >> b.x >> b.y >> b.vx >> b.vy;) {
        flock.now.push_back(b);
    }
    flock.next = flock.now;
    flock.sort();
    long seen = 0;
    for (size_t i = 0; count > 6 && i < flock.now.size(); i++) {
        flock.neighbours(flock.now[i], [&](const Boid &, float, float, float) { seen++; });
    }
    const auto begun = std::chrono::steady_clock::now();
    for (int i = 0; i < std::atoi(words[3]); i++) {
        flock.step(static_cast<size_t>(std::atoi(words[2])));
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    std::printf("neighbours %ld\nseconds %.9f\n", seen, taken.count());
    if (count > 6) {
        std::ofstream end(words[6]);
        end.precision(9);
        for (const Boid &b : flock.now) {
            end << b.x << ' ' << b.y << ' ' << b.vx << ' ' << b.vy << '\n';
        }
    }
    return 0;
}
