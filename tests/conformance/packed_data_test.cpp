// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <fstream>

using namespace bubblescope;

/// tests/data must say what the shared folder says, and be enough for a clone alone.
class PackedDataTest : public QObject
{
    Q_OBJECT

private slots:
    void holdsEveryFile_data()
    {
        QTest::addColumn<QString>("path");
        std::size_t count = 0;
        for (const std::string folder : {"conformance/orders", "conformance/timed"})
            for (const std::string& path : test::sharedFiles(folder)) {
                QTest::newRow(path.c_str()) << QString::fromStdString(path);
                ++count;
            }
        QVERIFY(count >= 33);
    }

    void holdsEveryFile()
    {
        QFETCH(QString, path);
        const std::string packed = test::packedFile(path.toStdString());
        QVERIFY(nlohmann::json::accept(packed));
        const std::filesystem::path shared = test::sharedFolder();
        if (shared.empty())
            QSKIP("no shared folder beside the sources: nothing to compare with");
        QVERIFY2(std::filesystem::exists(shared / path.toStdString()),
                 "no longer shared: run tests/tools/pack_conformance.sh");
        QVERIFY2(packed == test::sharedFile(path.toStdString()),
                 "differs from shared: run tests/tools/pack_conformance.sh");
    }
};

BUBBLESCOPE_TEST(PackedDataTest)
#include "packed_data_test.moc"
