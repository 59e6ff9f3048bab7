// SPDX-License-Identifier: Apache-2.0
// The rooms of the house: which folder of the sources includes which, read off the sources themselves.
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <functional>
#include <map>
#include <set>

namespace {

/// By including file: what it includes, as written.
using Includes = std::map<QString, QStringList>;
using Rooms = std::map<QString, std::set<QString>>;

Includes readIncludes()
{
    static const QRegularExpression line(QStringLiteral("^#include ([\"<][^\">]+)[\">]"),
                                         QRegularExpression::MultilineOption);
    const QDir root(QStringLiteral(BUBBLESCOPE_SOURCE));
    Includes found;
    for (const char* folder : {"core", "ui", "app", "probe"}) {
        QDirIterator files(root.filePath(QLatin1String(folder)), {"*.h", "*.cpp", "*.cu", "*.cuh"},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (!file.open(QIODevice::ReadOnly))
                return {};
            QStringList& includes = found[root.relativeFilePath(file.fileName())];
            for (auto all = line.globalMatch(QString::fromUtf8(file.readAll())); all.hasNext();)
                includes << all.next().captured(1);
        }
    }
    return found;
}

/// The first two parts of a path: "ui/timeline"; "ui" for what is in no room of it.
QString roomOf(const QString& path)
{
    const QStringList parts = path.split('/');
    return parts.size() > 2 ? parts[0] + '/' + parts[1] : parts[0];
}

QString houseOf(const QString& path)
{
    return path.section('/', 0, 0);
}

} // namespace

class RoomsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_includes = readIncludes();
        QVERIFY(m_includes.size() > 500);
    }

    void noRoomsIncludeEachOther()
    {
        const Rooms direct = rooms();
        QVERIFY(direct.at(QStringLiteral("ui/timeline")).contains(QStringLiteral("core/scene")));
        QStringList cycles;
        for (const auto& [room, firsts] : direct) {
            std::set<QString> reached;
            std::function<void(const QString&)> follow = [&](const QString& from) {
                const auto next = direct.find(from);
                if (next != direct.end())
                    for (const QString& to : next->second)
                        if (reached.insert(to).second)
                            follow(to);
            };
            follow(room);
            if (reached.contains(room))
                for (const QString& first : firsts)
                    if (first > room && reached.contains(first) && direct.contains(first))
                        cycles << room + QStringLiteral(" and ") + first;
        }
        QCOMPARE(cycles.join(QStringLiteral(", ")), QString());
    }

    void arrowsGoFromAppToUiToCore()
    {
        const std::map<QString, QStringList> mayInclude{{"core", {"core"}},
                                                        {"probe", {"probe", "core"}},
                                                        {"ui", {"ui", "probe", "core"}},
                                                        {"app", {"app", "ui", "probe", "core"}}};
        QStringList wrong;
        for (const auto& [file, includes] : m_includes)
            for (const QString& include : includes)
                if (m_includes.contains(include.mid(1)) &&
                    !mayInclude.at(houseOf(file)).contains(houseOf(include.mid(1))))
                    wrong << file + QStringLiteral(" includes ") + include.mid(1);
        QCOMPARE(wrong.join(QStringLiteral(", ")), QString());
    }

    void onlyTheWindowSeesQt()
    {
        QStringList wrong;
        for (const auto& [file, includes] : m_includes) {
            const bool isOfWindow = houseOf(file) == "ui" || roomOf(file) == "app/gui" ||
                                    roomOf(file) == "app/icons" || roomOf(file) == "app/manual";
            for (const QString& include : includes)
                if (!isOfWindow && include.startsWith(QLatin1String("<Q")))
                    wrong << file + QStringLiteral(" includes ") + include.mid(1);
        }
        QCOMPARE(wrong.join(QStringLiteral(", ")), QString());
    }

    void theTimelineKnowsNoPanel()
    {
        const QStringList below{"ui/document", "ui/export", "ui/jobs", "ui/widgets"};
        QStringList wrong;
        const Rooms all = rooms();
        for (const QString& room : all.at(QStringLiteral("ui/timeline")))
            if (houseOf(room) == "ui" && !below.contains(room))
                wrong << room;
        QCOMPARE(wrong.join(QStringLiteral(", ")), QString());
    }

private:
    /// The rooms that a room includes.
    [[nodiscard]] Rooms rooms() const
    {
        Rooms rooms;
        for (const auto& [file, includes] : m_includes)
            for (const QString& include : includes) {
                const QString target = include.mid(1);
                if (m_includes.contains(target) && roomOf(target) != roomOf(file))
                    rooms[roomOf(file)].insert(roomOf(target));
            }
        return rooms;
    }

    Includes m_includes;
};

BUBBLESCOPE_TEST(RoomsTest)
#include "rooms_test.moc"
